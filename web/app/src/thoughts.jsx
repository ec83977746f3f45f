// What the players of a live match think, as far as they tell.
import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { get, part } from "./api.js";
import { Chart } from "./charts.jsx";

export function Thoughts({ match, live }) {
  const [open, setOpen] = useState(false);
  const [now, set] = useState([]);
  const past = useRef(new Map()); // by role: by step: what was thought last
  useEffect(() => {
    if (!live || !open) return undefined;
    let here = true;
    const ask = () => get(`/matches/${part(match.id)}/thoughts`).then((t) => {
      if (!here) return;
      set(t.thoughts);
      for (const one of t.thoughts) {
        const who = one.role || one.player;
        if (!past.current.has(who)) past.current.set(who, new Map());
        if (one.iterations > 0) past.current.get(who).set(one.turn, one);
      }
    }, () => {});
    ask();
    const timer = setInterval(ask, 500);
    return () => { here = false; clearInterval(timer); };
  }, [match.id, live, open]);
  if (!live && now.length === 0) return null;
  const steps = [...new Set([...past.current.values()].flatMap((m) => [...m.keys()]))].sort((a, b) => a - b);
  return (
    <details onToggle={(e) => setOpen(e.currentTarget.open)} class="thoughts">
      <summary>What the players think</summary>
      {now.length === 0 && <p class="quiet">No player tells.</p>}
      {now.map((t) => <Thought key={t.role + t.player} t={t} />)}
      {steps.length > 1 && (
        graphs.map(([title, of]) => (
          <Chart key={title} title={title} unit="" steps={steps}
            rows={[...past.current].map(([label, m]) => ({ label, values: steps.map((s) => (m.has(s) ? of(m.get(s)) : null)) }))} />
        ))
      )}
    </details>
  );
}

// graphs are drawn over the moves of the match, a line for each player.
const graphs = [
  ["Value that each player expects, per cent", (t) => Math.round(100 * t.value)],
  ["Iterations per second", (t) => Math.round(t.per_second)],
  ["Nodes of the tree", (t) => t.nodes],
];

function Thought({ t }) {
  const most = Math.max(1, ...t.moves.map((m) => m.visits));
  return (
    <section>
      <h3>{t.role} <bdi>{t.player}</bdi></h3>
      <p class="quiet">
        {t.phase}{t.phase_ms ? ` for ${(t.phase_ms / 1000).toFixed(1)} s` : ""}{t.way ? `, ${t.way}` : ""}{t.net ? `, net ${t.net}` : ""}: {t.iterations.toLocaleString()} iterations{t.per_second ? ` (${Math.round(t.per_second).toLocaleString()} per s)` : ""}, {t.nodes.toLocaleString()} nodes, value {(100 * t.value).toFixed(0)} %{t.proven ? ", proven" : ""}
      </p>
      {t.preparation && <Prepared p={t.preparation} />}
      {t.moves.length > 0 && (
        <table class="roots">
          <thead><tr><th scope="col">Move</th><th scope="col">Visits</th><th scope="col">Value</th><th scope="col">Prior</th></tr></thead>
          <tbody>
            {t.moves.slice(0, 8).map((m) => (
              <tr key={m.text}>
                <td>{m.text}</td>
                <td class="number">{m.visits.toLocaleString()} <meter min="0" max={most} value={m.visits} aria-label="visits" /></td>
                <td class="number">{(100 * m.value).toFixed(0)} %{m.proven ? " proven" : ""}</td>
                <td class="number">{m.prior ? (100 * m.prior).toFixed(0) + " %" : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {t.line && t.line.length > 1 && <p>Expects: {t.line.join(", ")}</p>}
    </section>
  );
}

// Prepared is what a player did, or does, in the start clock.
function Prepared({ p }) {
  const n = p.training;
  return (
    <div>
      <p>Preparation: {p.stage}{p.note ? `. ${p.note}` : ""}</p>
      {n && (
        <p>
          Learning <progress max={Math.max(1, n.planned_ms)} value={n.elapsed_ms} aria-label="Share of the time for learning" />{" "}
          {n.games.toLocaleString()} games, {n.samples.toLocaleString()} samples, {n.steps.toLocaleString()} steps, losses {n.policy_loss.toFixed(3)} and {n.value_loss.toFixed(3)}
        </p>
      )}
      {p.races.length > 0 && (
        <ul>
          {p.races.map((r, i) => (
            <li key={i}>{r.name}, {r.move_ms.toFixed(0)} ms a move{r.over ? "" : " (under way)"}: {r.standings.map((x) => `${x.name} ${x.points} of ${x.played}`).join(", ")}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
