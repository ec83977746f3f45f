// The archive of matches, with filters.
import { h } from "preact";
import { useContext, useState } from "preact/hooks";
import { get, part } from "./api.js";
import { Where, Problem, MatchRows, useLoad } from "./common.jsx";

export function Archive() {
  const { query: asked } = useContext(Where);
  const [f, set] = useState({ game: asked.get("game") || "", player: asked.get("player") || "", tournament: asked.get("tournament") || "", status: asked.get("status") || "", limit: 50 });
  const query = Object.entries(f).filter(([, v]) => v).map(([k, v]) => `${k}=${part(v)}`).join("&");
  const { value, error } = useLoad(() => get("/matches?" + query), [query]);
  const field = (name, label) => (
    <label>{label} <input name={name} value={f[name]} onChange={(e) => set({ ...f, [name]: e.target.value })} /></label>
  );
  return (
    <div>
      <h1>Matches</h1>
      <form onSubmit={(e) => e.preventDefault()} class="filters">
        {field("game", "Game")} {field("player", "Player")} {field("tournament", "Tournament")}{" "}
        <label>Status{" "}
          <select name="status" value={f.status} onChange={(e) => set({ ...f, status: e.target.value })}>
            <option value="">any</option>
            {["running", "completed", "aborted", "limited", "forfeited", "faulted"].map((s) => <option key={s}>{s}</option>)}
          </select>
        </label>
      </form>
      <Problem error={error} />
      {value && (value.matches.length ? <MatchRows matches={value.matches} /> : <p>No match is like that.</p>)}
      {value && value.matches.length >= f.limit && f.limit < 1000 && <p><button onClick={() => set({ ...f, limit: Math.min(1000, f.limit * 4) })}>More</button></p>}
    </div>
  );
}
