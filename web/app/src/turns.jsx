// The moves of a match: going through them, and the list.
import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

// Steps goes from position to position, also by itself.
export function Steps({ step, last, to }) {
  const [playing, play] = useState(false);
  useEffect(() => {
    if (!playing) return undefined;
    if (step >= last) {
      play(false);
      return undefined;
    }
    const timer = setTimeout(() => to(step + 1), 800);
    return () => clearTimeout(timer);
  }, [playing, step, last]);
  const begin = () => {
    if (!playing && step >= last) to(0);
    play(!playing);
  };
  return (
    <div class="steps" role="group" aria-label="Steps">
      <button onClick={begin} disabled={last === 0} aria-label={playing ? "Stop showing" : "Show move by move"}>{playing ? "⏸" : "▶"}</button>
      <button onClick={() => to(0)} disabled={step === 0} aria-label="First position">«</button>
      <button onClick={() => to(step - 1)} disabled={step === 0} aria-label="One step back">‹</button>
      <span>step <output data-step={step}>{step}</output> of {last}</span>
      <button onClick={() => to(step + 1)} disabled={step === last} aria-label="One step on">›</button>
      <button onClick={() => to(last)} disabled={step === last} aria-label="Last position">»</button>
    </div>
  );
}

// Turns lists all moves, with what went wrong.
export function Turns({ match, step, to }) {
  const list = useRef(null);
  useEffect(() => {
    const row = list.current && list.current.querySelector("[aria-current]");
    if (row) list.current.scrollTop = row.offsetTop - list.current.clientHeight / 2;
  }, [step, match.turns.length]);
  if (match.turns.length === 0) return null;
  return (
    <details open>
      <summary>Moves</summary>
      <ol class="turns" ref={list} tabindex="0" aria-label="Moves">
        {match.turns.map((turn, i) => (
          <li key={i} aria-current={i + 1 === step ? "step" : undefined}>
            <button class="plain" onClick={() => to(i + 1)}>
              {said(turn).map((m) => (
                <span key={m.role}><b>{m.role}</b> {m.move}{m.kind !== "ok" && <em class="problem"> ✗ {m.kind}{m.text ? ` (${m.text})` : ""}</em>} <span class="quiet">{(m.millis / 1000).toFixed(1)} s</span> </span>
              ))}
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}

// said are the moves of those who had a choice, or failed; all of them if nobody did.
export function said(turn) {
  const some = turn.filter((m) => !m.idle || m.kind !== "ok");
  return some.length ? some : turn;
}
