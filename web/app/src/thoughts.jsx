// What the players of a live match think, as far as they tell.
import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { get, part } from "./api.js";
import { Chart } from "./charts.jsx";

export function Thoughts({ match, live }) {
  const [open, setOpen] = useState(false);
  const [now, set] = useState([]);
  const past = useRef(new Map()); // by role: by step: the value expected
  useEffect(() => {
    if (!live || !open) return undefined;
    let here = true;
    const ask = () => get(`/matches/${part(match.id)}/thoughts`).then((t) => {
      if (!here) return;
      set(t.thoughts);
      for (const one of t.thoughts) {
        const who = one.role || one.player;
        if (!past.current.has(who)) past.current.set(who, new Map());
        if (one.iterations > 0) past.current.get(who).set(one.turn, one.value);
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
        <Chart title="Value that each player expects, per cent" unit="" steps={steps}
          rows={[...past.current].map(([label, m]) => ({ label, values: steps.map((s) => (m.has(s) ? Math.round(100 * m.get(s)) : null)) }))} />
      )}
    </details>
  );
}

function Thought({ t }) {
  const most = Math.max(1, ...t.moves.map((m) => m.visits));
  return (
    <section>
      <h3>{t.role} {t.player}</h3>
      <p class="quiet">
        {t.phase}{t.way ? `, ${t.way}` : ""}: {t.iterations.toLocaleString()} iterations{t.per_second ? ` (${Math.round(t.per_second).toLocaleString()} per s)` : ""}, {t.nodes.toLocaleString()} nodes, value {(100 * t.value).toFixed(0)} %
      </p>
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
