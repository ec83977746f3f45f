// The library, and one game: its rules, and a match of it to be started.
import { h } from "preact";
import { useContext, useState } from "preact/hooks";
import { get, change, part, setKeys } from "./api.js";
import { Where, Link, Problem, MatchRows, useLoad } from "./common.jsx";

export function Games() {
  const [search, setSearch] = useState("");
  const { value, error } = useLoad(() => get("/games?search=" + part(search)), [search]);
  const live = useLoad(() => get("/matches?limit=5"), []);
  return (
    <div>
      <h1>Games</h1>
      <p><label>Search <input type="search" value={search} onInput={(e) => setSearch(e.target.value)} autofocus /></label></p>
      <Problem error={error} />
      {value && (
        <div>
          <p aria-live="polite" class="quiet">{value.games.length} games</p>
          <ul class="games">
            {value.games.map((g) => (
              <li key={g.name}>
                <Link to={`/games/${part(g.name)}`}>{g.title}</Link>{" "}
                <span class="quiet">{[g.family === "gdl" ? "GDL" : "ludemes", g.facts].filter(Boolean).join(", ")}</span>
                {g.error && <span class="problem"> {g.error}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {live.value && live.value.matches.length > 0 && (
        <section><h2>Latest matches</h2><MatchRows matches={live.value.matches} /></section>
      )}
    </div>
  );
}

export function Rules({ name }) {
  const { value: game, error } = useLoad(() => get("/games/" + part(name)), [name]);
  const first = useLoad(() => get(`/games/${part(name)}/position`), [name]);
  if (!game) return <div><h1>{name}</h1><Problem error={error} />{!error && <p>Reading the rules …</p>}</div>;
  return (
    <div>
      <h1>{game.title}</h1>
      <p>{game.description}</p>
      <p class="quiet">{[game.family === "gdl" ? "Game Description Language" : "ludemes", game.facts, ...(game.tags || [])].filter(Boolean).join(" · ")}</p>
      <div class="two">
        <Start game={game} />
        <section>
          <h2>Initial position</h2>
          <Problem error={first.error} />
          {first.value && <Picture position={first.value} />}
        </section>
      </div>
      <section>
        <h2>Rules</h2>
        {game.findings.length > 0 && (
          <ul>{game.findings.map((f, i) => <li key={i}><strong>{f.severity}</strong> {f.code}{f.line ? `, line ${f.line}` : ""}: {f.text} {f.hint}</li>)}</ul>
        )}
        <Text text={game.text} findings={game.findings} />
      </section>
    </div>
  );
}

export function Picture({ position }) {
  if (position.svg) return <div class="board" dangerouslySetInnerHTML={{ __html: position.svg }} />;
  return <pre class="board">{position.text}</pre>;
}

function Text({ text, findings }) {
  const marked = new Map(findings.map((f) => [f.line, f]));
  return (
    <pre class="rules" tabindex="0" role="region" aria-label="Text of the rules">
      {text.split("\n").map((line, i) => {
        const f = marked.get(i + 1);
        return f ? <mark key={i} title={f.text}>{line + "\n"}</mark> : line + "\n";
      })}
    </pre>
  );
}

// Start is the form that begins a match.
function Start({ game }) {
  const { go } = useContext(Where);
  const agents = useLoad(() => get("/agents"), []);
  const players = useLoad(() => get("/players"), []);
  const [seats, setSeats] = useState(() => (game.roles || []).map((_, i) => (i === 0 ? "human" : "agent uct:iterations=100,threads=1")));
  const [clocks, setClocks] = useState({ start: 5, play: 2, preview: 0 });
  const [scramble, setScramble] = useState(false);
  const remote = seats.some((s) => s.startsWith("player "));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(null);
  const start = async (e) => {
    e.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const begun = await change("POST", "/matches", {
        game: game.name, start_clock: clocks.start, play_clock: clocks.play,
        ...(remote ? { preview: clocks.preview, scramble } : {}),
        seats: seats.map((s) => {
          const [kind, ...rest] = s.split(" ");
          return { [kind]: kind === "human" ? "human" : rest.join(" ") };
        }),
      });
      setKeys(begun.id, begun.keys);
      go(`/matches/${part(begun.id)}`);
    } catch (e) {
      setError(e);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={start} class="start">
      <h2>Start a match</h2>
      {(game.roles || []).map((role, i) => (
        <p key={role}>
          <label>{role}{" "}
            <select name={"seat" + i} value={seats[i]} onChange={(e) => setSeats(seats.map((s, j) => (j === i ? e.target.value : s)))}>
              <option value="human">you, in this browser</option>
              <optgroup label="Agents">
                {(agents.value ? agents.value.agents : []).map((a) => <option key={a.text} value={"agent " + a.text} title={a.says}>{a.name}</option>)}
              </optgroup>
              <optgroup label="Players">
                {(players.value ? players.value.players : []).map((p) => <option key={p.name} value={"player " + p.name}>{p.name}{p.error ? " (silent)" : ""}</option>)}
              </optgroup>
            </select>
          </label>
        </p>
      ))}
      <p>
        <label>Start clock, s <input name="start" type="number" min="1" max="3600" value={clocks.start} onInput={(e) => setClocks({ ...clocks, start: +e.target.value })} /></label>{" "}
        <label>Play clock, s <input name="play" type="number" min="1" max="3600" value={clocks.play} onInput={(e) => setClocks({ ...clocks, play: +e.target.value })} /></label>
      </p>
      {remote && (
        <p>
          <label>Preview clock, s <input name="preview" type="number" min="0" max="3600" value={clocks.preview} onInput={(e) => setClocks({ ...clocks, preview: +e.target.value })} /></label>{" "}
          <label><input name="scramble" type="checkbox" checked={scramble} onChange={(e) => setScramble(e.target.checked)} /> Players on the network get other names, and the rules in another order</label>
        </p>
      )}
      <p><button type="submit" disabled={busy || !agents.value}>{busy ? "Starting …" : "Start"}</button></p>
      <Problem error={error || agents.error} />
    </form>
  );
}
