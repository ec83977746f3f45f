// Graphs over the moves of a match.
import { h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";

const colours = ["#1f77b4", "#d1495b", "#2a9d5c", "#9467bd", "#b8860b", "#4b6a88"];

// Chart draws lines over steps: rows are {label, values}, null where there is none.
// With band the second and third row are the bounds of the first. It is drawn anew only
// when what it shows has changed.
export function Chart({ title, unit, steps, rows, across = "step", band, onPick }) {
  const box = useRef(null);
  useEffect(() => {
    const ink = getComputedStyle(document.body).color;
    const axis = { stroke: ink, grid: { stroke: "#8884", width: 1 }, ticks: { stroke: "#8884" } };
    const plot = new uPlot({
      width: Math.max(200, Math.min(520, box.current.clientWidth)), height: 150,
      scales: { x: { time: false } }, legend: { show: rows.length > 1, live: false }, cursor: { drag: { x: false, y: false } },
      axes: [across === "step" ? { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] } : axis, { ...axis, size: 50, values: (_, v) => v.map((x) => (x === null ? "" : x + unit)) }],
      bands: band ? [{ series: [2, 3], fill: colours[0] + "33" }] : [],
      series: [{ label: across }, ...rows.map((r, i) => ({ label: r.label, stroke: colours[(band ? 0 : i) % colours.length], width: band && i ? 0.5 : 2, spanGaps: true, points: { show: steps.length < 40 } }))],
    }, [steps, ...rows.map((r) => r.values)], box.current);
    if (onPick) plot.over.addEventListener("click", () => plot.cursor.idx != null && onPick(steps[plot.cursor.idx]));
    return () => plot.destroy();
  }, [JSON.stringify([title, steps, rows])]);
  return <figure><figcaption>{title}</figcaption><div ref={box} class="chart" role="img" aria-label={title} /></figure>;
}

// Times shows how long each player took for its moves.
export function Times({ match }) {
  if (match.turns.length < 2) return null;
  const steps = match.turns.map((_, i) => i + 1);
  const rows = match.seats.map((s) => {
    const r = match.roles.indexOf(s.role);
    return { label: s.role, values: match.turns.map((t) => (t[r] ? t[r].millis / 1000 : null)) };
  });
  return <details><summary>Time used</summary><Chart title="Seconds per move" unit=" s" steps={steps} rows={rows} /></details>;
}
