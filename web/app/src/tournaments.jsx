// Tournaments: the list, the form that starts one, and how one stands.
import { h } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { get, change, part } from "./api.js";
import { Where, Link, Problem, useLoad, useTick, time } from "./common.jsx";
import { Tables } from "./ratings.jsx";

export function Tournaments() {
  const { value, error } = useLoad(() => get("/tournaments"), [useTick(true, 3000)]);
  return (
    <div>
      <h1>Tournaments</h1>
      <p><Link to="/tournaments/new">Start a tournament</Link></p>
      <Problem error={error} />
      {value && value.tournaments.length === 0 && <p>None is stored.</p>}
      {value && value.tournaments.length > 0 && (
        <div class="scroll" tabindex="0" role="region" aria-label="Tournaments">
          <table>
            <thead><tr><th scope="col">Name</th><th scope="col">Kind</th><th scope="col">Games</th><th scope="col">Entrants</th><th scope="col" class="number">Matches</th><th scope="col">Planned</th></tr></thead>
            <tbody>
              {value.tournaments.map((t) => (
                <tr key={t.name}>
                  <td><Link to={"/tournaments/" + part(t.name)}>{t.name}</Link>{t.running && <span class="live"> live</span>}</td>
                  <td>{t.kind}</td><td>{t.games.join(", ")}</td><td>{t.entrants.map((e, i) => <span key={i}>{i > 0 && ", "}<bdi>{e}</bdi></span>)}</td>
                  <td class="number">{t.ended} of {t.planned}</td><td>{time(t.created)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

const kinds = ["double-round-robin", "round-robin", "swiss", "gauntlet", "sprt"];

export function NewTournament() {
  const { go } = useContext(Where);
  const games = useLoad(() => get("/games"), []);
  const agents = useLoad(() => get("/agents"), []);
  const players = useLoad(() => get("/players"), []);
  const [f, set] = useState({ name: "", kind: kinds[0], rounds: 1, opening: 2, start: 5, play: 2, parallel: 2, preview: 0, scramble: false, low: 0, high: 30, challengers: 1, search: "" });
  const [chosen, choose] = useState([]);
  const [entrants, enter] = useState([{ who: "", name: "" }, { who: "", name: "" }]);
  const [error, setError] = useState(null);
  const [busy, setBusy] = useState(false);
  const field = (name, label, more) => (
    <label>{label} <input name={name} value={f[name]} onInput={(e) => set({ ...f, [name]: more && more.type === "number" ? +e.target.value : e.target.value })} {...more} /></label>
  );
  const number = (name, label, min, max) => field(name, label, { type: "number", min, max });
  const remote = entrants.some((x) => x.who.startsWith("player "));
  const begin = (e) => {
    e.preventDefault();
    setBusy(true);
    const body = {
      name: f.name, kind: f.kind, games: chosen, clocks: [{ start: f.start, play: f.play }], parallel: f.parallel, opening: f.opening,
      entrants: entrants.filter((x) => x.who).map((x) => {
        const [kind, ...rest] = x.who.split(" ");
        return { ...(x.name ? { name: x.name } : {}), [kind]: kind === "human" ? x.name || "human" : rest.join(" ") };
      }),
    };
    if (remote) Object.assign(body, { preview: f.preview, scramble: f.scramble });
    if (f.kind === "sprt") Object.assign(body, { low: f.low, high: f.high });
    else body.rounds = f.rounds;
    if (f.kind === "gauntlet") body.challengers = f.challengers;
    change("POST", "/tournaments", body).then((t) => go("/tournaments/" + part(t.name)), (e) => { setError(e); setBusy(false); });
  };
  const words = f.search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (games.value ? games.value.games : []).filter((g) => words.every((w) => [g.name, g.title, ...(g.aliases || [])].join(" ").toLowerCase().includes(w)));
  return (
    <form onSubmit={begin} class="start">
      <h1>Start a tournament</h1>
      <div class="filters">
        {field("name", "Name", { required: true, pattern: "[A-Za-z0-9._\\-]+", maxlength: 64, placeholder: "cup" })}
        <label>Kind <select name="kind" value={f.kind} onChange={(e) => set({ ...f, kind: e.target.value })}>{kinds.map((k) => <option key={k}>{k}</option>)}</select></label>
        {f.kind === "gauntlet" && number("challengers", "Challengers", 1, 99)}
        {f.kind === "sprt" ? [number("low", "From Elo", -1000, 1000), number("high", "to Elo", -1000, 1000)] : number("rounds", "Rounds", 1, 1000)}
        {number("opening", "Random moves at first", 0, 100)}
        {number("start", "Start clock, s", 1, 3600)} {number("play", "Play clock, s", 1, 3600)} {number("parallel", "Matches at once", 1, 64)}
      </div>
      <h2>Games</h2>
      <p>{field("search", "Search", { type: "search" })}</p>
      <p><label>Add a game{" "}
        <select name="game" value="" onChange={(e) => e.target.value && choose([...chosen.filter((g) => g !== e.target.value), e.target.value])}>
          <option value="">choose …</option>
          {found.map((g) => <option key={g.name} value={g.name}>{g.title} ({g.family === "gdl" ? "GDL" : "ludemes"})</option>)}
        </select>
      </label></p>
      <ul class="chosen" aria-label="Games that were chosen">
        {chosen.map((g) => <li key={g}>{g} <button type="button" onClick={() => choose(chosen.filter((x) => x !== g))} aria-label={"Remove " + g}>Remove</button></li>)}
      </ul>
      <h2>Entrants</h2>
      {entrants.map((x, i) => (
        <p key={i} class="filters">
          <label>Entrant {i + 1}{" "}
            <select name={"entrant" + i} value={x.who} onChange={(e) => enter(entrants.map((y, k) => (k === i ? { ...y, who: e.target.value } : y)))}>
              <option value="">nobody</option>
              <option value="human">a person, in the page</option>
              <optgroup label="Agents">{(agents.value ? agents.value.agents : []).map((a) => <option key={a.text} value={"agent " + a.text}>{a.name}</option>)}</optgroup>
              <optgroup label="Players">{(players.value ? players.value.players : []).map((p) => <option key={p.name} value={"player " + p.name}>{p.name}</option>)}</optgroup>
            </select>
          </label>
          <label>Name <input name={"name" + i} value={x.name} placeholder="its own" onInput={(e) => enter(entrants.map((y, k) => (k === i ? { ...y, name: e.target.value } : y)))} /></label>
        </p>
      ))}
      <p><button type="button" onClick={() => enter([...entrants, { who: "", name: "" }])}>One more entrant</button></p>
      {remote && (
        <p class="filters">
          {number("preview", "Preview clock, s", 0, 3600)}
          <label><input name="scramble" type="checkbox" checked={f.scramble} onChange={(e) => set({ ...f, scramble: e.target.checked })} /> Players on the network get other names, and the rules in another order</label>
        </p>
      )}
      <Problem error={error || games.error || agents.error} />
      <p><button type="submit" disabled={busy || !agents.value || !games.value}>{busy ? "Starting …" : "Start"}</button></p>
    </form>
  );
}

export function Tournament({ name }) {
  const path = "/tournaments/" + part(name);
  const [live, setLive] = useState(true);
  const [shown, show] = useState({ state: "", limit: 20 });
  const tick = useTick(live, 2000);
  const { value: t, error, again } = useLoad(() => get(path), [name, tick]);
  const list = useLoad(() => get(`${path}/matches?limit=${shown.limit}&state=${shown.state}`), [name, tick, shown]);
  const ratings = useLoad(() => get("/ratings?tournament=" + part(name)), [name, t && t.done]);
  const [failed, setFailed] = useState(null);
  // One that another process plays is seen to go on, too, until it is complete.
  useEffect(() => { if (t) setLive(!t.complete || t.running); }, [t]);
  const act = (what) => change("POST", path + what).then(() => { setFailed(null); setLive(true); again(); }, setFailed);
  if (!t) return <div><h1>{name}</h1><Problem error={error} />{!error && <p>Loading …</p>}</div>;
  return (
    <div>
      <h1>{t.name}</h1>
      <p class="quiet">{t.kind} · {t.games.join(", ")} · {t.clocks.map((k) => `${k.start} s + ${k.play} s`).join(", ")} · {t.entrants.length} entrants</p>
      <Problem error={failed || error} />
      <p aria-live="polite" class="state" data-state={t.running ? "running" : t.complete ? "complete" : "stopped"}>
        {t.done} of {t.total} matches{t.complete ? ", complete" : t.running ? ", live" : ", not being played here"}
        {t.left >= 0 ? `, about ${Math.ceil(t.left)} s left` : ""}
      </p>
      <p><progress max={Math.max(1, t.total)} value={t.done} aria-label="Matches that have ended" />{" "}
        {t.running ? <button onClick={() => act("/stop")}>Stop</button> : !t.complete && <button onClick={() => act("/run")}>Go on</button>}</p>
      {t.error && <p class="problem" role="alert">{t.error}</p>}
      {t.test && <p>Test of {t.test.low} against {t.test.high} Elo: {t.test.verdict}, log likelihood ratio {t.test.llr.toFixed(2)} between {t.test.refuse.toFixed(2)} and {t.test.pass.toFixed(2)}; pairs {t.test.pairs.join(", ")}.</p>}
      <h2>Standings</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="Standings">
        <table class="standings">
          <thead><tr><th scope="col">Entrant</th>{["Matches", "Won", "Drawn", "Lost", "Points", "Goal", "Forfeited"].map((w) => <th key={w} scope="col" class="number">{w}</th>)}</tr></thead>
          <tbody>
            {t.standings.map((l, i) => (
              <tr key={l.name}>
                <th scope="row">{i + 1}. <bdi>{l.name}</bdi></th>
                {[l.matches, l.wins, l.draws, l.losses, +l.points.toFixed(2), l.goals.toFixed(1), l.forfeits].map((x, k) => <td key={k} class="number">{x}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {ratings.value && ratings.value.tables.map((x) => <Tables key={x.game} table={x} />)}
      <h2>Matches</h2>
      <p><label>Show <select name="state" value={shown.state} onChange={(e) => show({ state: e.target.value, limit: 20 })}>
        <option value="">all</option>{["running", "ended", "waiting"].map((s) => <option key={s}>{s}</option>)}
      </select></label></p>
      <Problem error={list.error} />
      {list.value && (
        <div class="scroll" tabindex="0" role="region" aria-label="Matches of the tournament">
          <table class="plan">
            <thead><tr><th scope="col" class="number">No.</th><th scope="col">Game</th><th scope="col">Players by seat</th><th scope="col">Goals</th><th scope="col">State</th></tr></thead>
            <tbody>
              {list.value.matches.map((m) => (
                <tr key={m.number}>
                  <td class="number">{m.match ? <Link to={"/matches/" + part(m.match)}>{m.number}</Link> : m.number}</td>
                  <td>{m.game}</td><td>{m.players.map((p, i) => <span key={i}>{i > 0 && " – "}<bdi>{p}</bdi></span>)}</td>
                  <td>{m.outcome ? (m.outcome.goals ? m.outcome.goals.join(" – ") : "draw") : ""}</td>
                  <td>{m.state === "running" ? <span class="live">live</span> : m.state}{m.outcome && m.outcome.forfeit && m.outcome.forfeit.includes(true) ? <em class="problem"> forfeited</em> : ""}{m.tries > 1 ? `, try ${m.tries}` : ""}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {list.value && list.value.total > shown.limit && shown.limit < 1000 && <p><button onClick={() => show({ ...shown, limit: Math.min(1000, shown.limit * 4) })}>More</button> <span class="quiet">{shown.limit} of {list.value.total}</span></p>}
      <p><Link to={"/matches?tournament=" + part(name)}>All records in the archive</Link></p>
    </div>
  );
}
