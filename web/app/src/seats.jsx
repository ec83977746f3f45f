// The seats of a match: who sits there, and what a person there may do.
import { h } from "preact";
import { useState } from "preact/hooks";
import { get, change, part } from "./api.js";
import { alertOf, useFor, useLoad } from "./common.jsx";

// Choices lists the legal moves, as buttons; typing filters them.
export function Choices({ choice, place, onMove }) {
  const [filter, setFilter] = useFor(place, "");
  if (!choice) return null;
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const all = choice.moves.filter((m) => words.every((w) => m.words.toLowerCase().includes(w)));
  return (
    <form class="choices" data-role={choice.role} aria-label="Legal moves" onSubmit={(e) => { e.preventDefault(); if (all.length === 1) onMove(all[0].move); }}>
      <h2>Your moves</h2>
      {choice.moves.length > 8 && (
        <p><label>Filter <input value={filter} onInput={(e) => setFilter(e.target.value)} /></label> <span class="quiet">{all.length} of {choice.moves.length}</span></p>
      )}
      <div class="buttons">
        {all.slice(0, 300).map((m) => <button type="button" key={m.move} data-move={m.move} onClick={() => onMove(m.move)}>{m.words}</button>)}
        {all.length > 300 && <span class="quiet">and {all.length - 300} more</span>}
      </div>
    </form>
  );
}

export function Help({ match, mine, choice, path, onNext }) {
  const [hint, setHint] = useFor(`${match.id} ${match.steps} ${choice ? choice.role : ""}`, null);
  const [busy, setBusy] = useState(false);
  const ask = () => {
    setBusy(true);
    change("POST", path + "/hint", {}, mine.key).then(setHint, alertOf).then(() => setBusy(false));
  };
  if (match.hidden) return null;
  return (
    <div class="help">
      <button onClick={ask} disabled={!choice || busy}>{busy ? "Thinking …" : "Hint"}</button>{" "}
      {!match.tournament && <button onClick={() => change("POST", path + "/undo", {}, mine.key).then(onNext, alertOf)} disabled={match.steps === 0}>Take back</button>}
      {hint && (
        <ol class="hint" aria-live="polite">
          {hint.moves.slice(0, 3).map((m) => <li key={m.text}><code>{m.text}</code> {(100 * m.value).toFixed(0)} %{m.visits ? `, ${m.visits} visits` : ""}{m.proven ? ", proven" : ""}</li>)}
        </ol>
      )}
    </div>
  );
}

export function Seats({ match, path, onTake, onGive, mine }) {
  const agents = useLoad(() => (match.live ? get("/agents") : Promise.resolve({ agents: [] })), [match.live]);
  const own = new Set(mine.map((k) => k.role));
  const take = (role) => change("POST", `${path}/seats/${part(role)}`, {}).then(onTake, alertOf);
  const give = (role, agent) => change("POST", `${path}/seats/${part(role)}`, { agent }).then(() => onGive(role), alertOf);
  return (
    <ul class="seats" aria-label="Seats">
      {match.seats.map((s, i) => (
        <li key={s.role}>
          <strong>{s.role}</strong> {s.human && own.has(s.role) ? "you" : <bdi>{s.player}</bdi>}
          {match.goals && match.goals.length > i ? <span class="goal"> {match.goals[match.roles.indexOf(s.role)]}</span> : null}{" "}
          {used(match, s.role)}{" "}
          {match.live && s.take && !own.has(s.role) && <button onClick={() => take(s.role)}>{s.human ? "Sit down" : "Take over"}</button>}
          {match.live && own.has(s.role) && !match.hidden && !match.tournament && (
            <select aria-label={`Give ${s.role} to`} value="" onChange={(e) => e.target.value && give(s.role, e.target.value)}>
              <option value="">give the seat to …</option>
              {(agents.value ? agents.value.agents : []).map((a) => <option key={a.text} value={a.text}>{a.name}</option>)}
            </select>
          )}
        </li>
      ))}
    </ul>
  );
}

// used says how long a seat has thought, and how often its player failed.
function used(match, role) {
  const r = match.roles.indexOf(role);
  const made = match.turns.map((t) => t[r]).filter(Boolean);
  if (!made.length) return null;
  const failed = made.filter((m) => m.kind !== "ok").length;
  return <span class="quiet">{(made.reduce((n, m) => n + m.millis, 0) / 1000).toFixed(1)} s used{failed > 0 && <em class="problem">, {failed} {failed > 1 ? "failures" : "failure"}</em>}</span>;
}
