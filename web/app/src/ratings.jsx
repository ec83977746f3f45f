// Ratings of the players of stored matches, and cross tables.
import { h } from "preact";
import { useState } from "preact/hooks";
import { get, part } from "./api.js";
import { Problem, useLoad } from "./common.jsx";

export function Ratings() {
  const [f, set] = useState({ game: "", player: "", tournament: "", per_game: "", ladder: "", forfeits: "" });
  const query = Object.entries(f).filter(([, v]) => v).map(([k, v]) => `${k}=${part(v)}`).join("&");
  const { value, error } = useLoad(() => get("/ratings?" + query), [query]);
  const tournaments = useLoad(() => get("/tournaments"), []);
  const field = (name, label) => <label>{label} <input name={name} value={f[name]} onChange={(e) => set({ ...f, [name]: e.target.value })} /></label>;
  const box = (name, label, on) => <label><input type="checkbox" name={name} checked={f[name] === on} onChange={(e) => set({ ...f, [name]: e.target.checked ? on : "" })} /> {label}</label>;
  return (
    <div>
      <h1>Ratings</h1>
      <form onSubmit={(e) => e.preventDefault()} class="filters">
        {field("game", "Game")} {field("player", "Player")}
        <label>Tournament <select name="tournament" value={f.tournament} onChange={(e) => set({ ...f, tournament: e.target.value })}>
          <option value="">any or none</option>
          {(tournaments.value ? tournaments.value.tournaments : []).map((t) => <option key={t.name}>{t.name}</option>)}
        </select></label>
        {box("per_game", "each game by itself, too", "1")} {box("ladder", "built-in levels at their measured Elo", "1")} {box("forfeits", "without forfeits", "0")}
      </form>
      <Problem error={error} />
      {value && value.tables.length === 0 && <p>No match is stored.</p>}
      {value && value.tables.map((t) => <Tables key={t.game || ""} table={t} head />)}
      {value && <p class="quiet">Intervals are 95 %. At most the latest {value.most.toLocaleString()} matches are looked at.</p>}
    </div>
  );
}

// Tables are the ratings and the cross table of some matches.
export function Tables({ table, head }) {
  const said = [`${table.matches} matches`];
  if (table.identical) said.push(`${table.identical} more left out that are the same as another one, move for move`);
  if (table.forfeits) said.push(`${table.forfeits} that somebody lost by not playing`);
  if (table.void) said.push(`${table.void} without a result`);
  const name = table.game || "all games";
  const low = Math.min(...table.players.map((p) => p.elo - p.interval)), high = Math.max(...table.players.map((p) => p.elo + p.interval));
  const at = (x) => (100 * (x - low)) / Math.max(1, high - low);
  return (
    <section class="ratings">
      {head && <h2>{table.game || "All games"}</h2>}
      <p class="quiet">{said.join("; ")}.</p>
      {table.players.length > 0 && (
        <div>
          <div class="scroll" tabindex="0" role="region" aria-label={"Ratings, " + name}>
            <table>
              <caption>Ratings</caption>
              <thead><tr><th scope="col">Player</th><th scope="col" class="number">Elo</th><th scope="col">Interval</th><th scope="col" class="number">Bradley-Terry</th><th scope="col" class="number">Matches</th><th scope="col" class="number">Points</th></tr></thead>
              <tbody>
                {table.players.map((p, i) => (
                  <tr key={p.name}>
                    <th scope="row">{i + 1}. <bdi>{p.name}</bdi></th>
                    <td class="number">{p.elo.toFixed(0)}{p.pinned ? " (pinned)" : ` ± ${p.interval.toFixed(0)}`}</td>
                    <td><svg class="interval" viewBox="0 0 100 10" aria-hidden="true"><line x1={at(p.elo - p.interval)} x2={at(p.elo + p.interval)} y1="5" y2="5" /><circle cx={at(p.elo)} cy="5" r="2.5" /></svg></td>
                    <td class="number">{p.bradley_terry.toFixed(0)} ± {p.bradley_terry_interval.toFixed(0)}</td>
                    <td class="number">{+p.matches.toFixed(1)}</td>
                    <td class="number">{(100 * p.share).toFixed(1)} %</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div class="scroll" tabindex="0" role="region" aria-label={"Cross table, " + name}>
            <table class="cross">
              <caption>Cross table: points of games, and the likelihood of being the better one</caption>
              <thead><tr><th scope="col">Player</th>{table.players.map((p, k) => <th key={k} scope="col" class="number" title={p.name}>against {k + 1}</th>)}</tr></thead>
              <tbody>
                {table.players.map((p, i) => (
                  <tr key={p.name}>
                    <th scope="row">{i + 1}. <bdi>{p.name}</bdi></th>
                    {table.cross[i].map((r, k) => {
                      const games = r.wins + r.draws + r.losses;
                      return <td key={k} class="number">{games ? `${+(r.wins + r.draws / 2).toFixed(2)} of ${+games.toFixed(2)}, ${(100 * table.better[i][k]).toFixed(0)} %` : "–"}</td>;
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </section>
  );
}
