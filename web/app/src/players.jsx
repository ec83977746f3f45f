// The players on the network that are known to the server.
import { h } from "preact";
import { useState } from "preact/hooks";
import { get, change, part } from "./api.js";
import { Problem, useLoad } from "./common.jsx";

export function Players() {
  const { value, error, again } = useLoad(() => get("/players"), []);
  const [f, set] = useState({ address: "", name: "", thinks: "" });
  const [failed, setFailed] = useState(null);
  const act = (what) => what.then(() => { setFailed(null); again(); }, setFailed);
  const add = (e) => {
    e.preventDefault();
    const body = Object.fromEntries(Object.entries(f).filter(([, v]) => v));
    act(change("POST", "/players", body).then(() => set({ address: "", name: "", thinks: "" })));
  };
  const field = (name, label, hint, needed) => (
    <label>{label} <input name={name} value={f[name]} placeholder={hint} required={needed} onInput={(e) => set({ ...f, [name]: e.target.value })} /></label>
  );
  return (
    <div>
      <h1>Players</h1>
      <Problem error={error || failed} />
      {value && (
        <ul class="players">
          {value.players.map((p) => (
            <li key={p.name}>
              <strong><bdi>{p.name}</bdi></strong> {p.address} <span class={p.error ? "problem" : "quiet"}>{p.error || p.status}</span>{" "}
              <button onClick={() => act(change("DELETE", "/players/" + part(p.name)))} aria-label={"Forget " + p.name}>Forget</button>
            </li>
          ))}
          {value.players.length === 0 && <li>None is registered. Start one with <code>player serve</code>.</li>}
        </ul>
      )}
      <form onSubmit={add} class="filters">
        <h2>Register a player</h2>
        {field("address", "Address", "http://127.0.0.1:9147", true)} {field("name", "Name", "what it says of itself")}{" "}
        {field("thinks", "Tells what it thinks at", "http://127.0.0.1:9148")} <button type="submit">Register</button>
      </form>
    </div>
  );
}
