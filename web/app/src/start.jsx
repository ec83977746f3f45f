// The form that begins a match: of a game, or from a position of another match.
import { h } from "preact";
import { useContext, useState } from "preact/hooks";
import { get, change, part, setKeys } from "./api.js";
import { Where, Problem, useLoad } from "./common.jsx";

// Start asks who sits where. What is asked for besides, a game or a position, is in what.
export function Start({ roles, what, label, clocks: first = { start: 5, play: 2 } }) {
  const { go } = useContext(Where);
  const agents = useLoad(() => get("/agents"), []);
  const players = useLoad(() => get("/players"), []);
  const [seats, setSeats] = useState(() => roles.map((_, i) => (i === 0 ? "human" : "agent uct:iterations=100,threads=1")));
  const [clocks, setClocks] = useState({ ...first, preview: 0 });
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
        ...what, start_clock: clocks.start, play_clock: clocks.play,
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
  const clock = (name, text, min) => (
    <label>{text}, s <input name={name} type="number" min={min} max="3600" value={clocks[name]} onInput={(e) => setClocks({ ...clocks, [name]: +e.target.value })} /></label>
  );
  return (
    <form onSubmit={start} class="start" aria-label={label}>
      {roles.map((role, i) => (
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
      <p>{clock("start", "Start clock", 1)} {clock("play", "Play clock", 1)}</p>
      {remote && (
        <p>
          {clock("preview", "Preview clock", 0)}{" "}
          <label><input name="scramble" type="checkbox" checked={scramble} onChange={(e) => setScramble(e.target.checked)} /> Players on the network get other names, and the rules in another order</label>
        </p>
      )}
      <p><button type="submit" disabled={busy || !agents.value}>{busy ? "Starting …" : "Start"}</button></p>
      <Problem error={error || agents.error} />
    </form>
  );
}
