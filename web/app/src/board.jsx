// The picture of a position, on which moves are made by clicking or dragging: the sites
// that a move touches one after the other; what is ambiguous then is asked in words.
import { h } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useFor } from "./common.jsx";

export function Board({ position, choice, onMove }) {
  const [picked, setPicked] = useFor(`${position.match} ${position.step} ${choice ? choice.moves.length : 0}`, []);
  const box = useRef(null);
  const down = useRef(null);
  const moves = choice ? choice.moves : [];
  const left = fitting(moves, picked);

  const pick = (site, from) => {
    let now = [...from, site];
    let fit = fitting(moves, now);
    if (fit.length === 0) { // another beginning, or none
      now = [site];
      fit = from.length && from[from.length - 1] === site ? [] : fitting(moves, now);
    }
    if (fit.length === 0) now = [];
    if (fit.length === 1 && now.length >= Math.min(2, fit[0].sites.length)) {
      onMove(fit[0].move);
      now = [];
    }
    setPicked(now);
    return now;
  };
  const site = (element) => {
    const g = element && element.closest && element.closest("[data-site]");
    return g && box.current.contains(g) ? g.getAttribute("data-site") : null;
  };
  // Marks are put on the elements of the picture, which is not ours to draw. A small board
  // grows with its place, but not so far that it looks coarse.
  useLayoutEffect(() => {
    const picture = box.current && box.current.querySelector("svg");
    if (!picture) return;
    picture.style.maxWidth = `min(100%, ${1.7 * picture.width.baseVal.valueInSpecifiedUnits}px)`;
    const open = new Set(left.map((m) => m.sites[picked.length]).filter(Boolean));
    for (const g of box.current.querySelectorAll("[data-site]")) {
      const id = g.getAttribute("data-site");
      g.classList.toggle("may", open.has(id));
      g.classList.toggle("picked", picked.includes(id));
    }
  });
  const handlers = choice && position.svg ? {
    onClick: (e) => { const s = site(e.target); if (s !== null) pick(s, picked); },
    onPointerDown: (e) => { down.current = site(e.target); },
    onPointerUp: (e) => {
      const to = site(document.elementFromPoint(e.clientX, e.clientY));
      const from = down.current;
      down.current = null;
      if (from === null || to === null || from === to) return;
      const begun = picked[picked.length - 1] === from ? picked : pick(from, []);
      if (begun.length) pick(to, begun);
    },
  } : {};
  const rest = picked.length > 0 ? left : [];
  return (
    <div>
      {position.svg
        ? <div class={"board" + (choice ? " active" : "")} ref={box} {...handlers} dangerouslySetInnerHTML={{ __html: position.svg }} />
        : position.text ? <pre class="board" ref={box} tabindex="0" role="region" aria-label="Picture of the position">{position.text}</pre>
          : <p class="board quiet">The position is hidden.</p>}
      {rest.length > 1 && rest.length <= 12 && (
        <div class="rest" role="group" aria-label="Which move is meant?">
          {rest.map((m) => <button key={m.move} onClick={() => { setPicked([]); onMove(m.move); }}>{m.words}</button>)}
          <button onClick={() => setPicked([])}>none of these</button>
        </div>
      )}
      {(position.text || position.facts.length > 0) && (
        <details class="words">
          <summary>The position in words</summary>
          {position.svg && position.text && <pre tabindex="0" role="region" aria-label="Picture in letters">{position.text}</pre>}
          <ul>{position.facts.map((f) => <li key={f}>{f}</li>)}</ul>
        </details>
      )}
    </div>
  );
}

// fitting are the moves that begin with these sites.
function fitting(moves, sites) {
  return moves.filter((m) => m.sites.length >= Math.max(1, sites.length) && sites.every((s, i) => m.sites[i] === s));
}
