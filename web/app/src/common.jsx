// What all views of the page share: going from one to another, loading, and small parts.
import { h, createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";

export const Where = createContext({ path: "/", query: new URLSearchParams(), go: () => {} });

export function Link({ to, children, ...rest }) {
  const { go } = useContext(Where);
  const click = (e) => {
    if (e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
    e.preventDefault();
    go(to);
  };
  return <a href={to} onClick={click} {...rest}>{children}</a>;
}

// useFor is state that belongs to something, such as a position, and begins anew with the
// next. It is never that of the last for a moment, as it would be if an effect cleared it: a
// quick click in that moment would be lost.
export function useFor(key, first) {
  const [of, set] = useState({ key, value: first });
  return [of.key === key ? of.value : first, (value) => set({ key, value })];
}

// useLoad loads something whenever what it depends on changes.
export function useLoad(load, on) {
  const [state, set] = useState({});
  const [again, setAgain] = useState(0);
  useEffect(() => {
    let here = true;
    load().then(
      (value) => here && set({ value }),
      (error) => here && set((was) => ({ value: was.value, error })),
    );
    return () => { here = false; };
  }, [...on, again]);
  return { ...state, again: () => setAgain((n) => n + 1) };
}

// useTick grows every so many milliseconds, while on.
export function useTick(on, every) {
  const [n, set] = useState(0);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setInterval(() => set((was) => was + 1), every);
    return () => clearInterval(timer);
  }, [on, every]);
  return n;
}

export function Problem({ error }) {
  return error ? <p class="problem" role="alert">{error.message}</p> : null;
}

export function alertOf(e) {
  window.alert(e.message);
}

export const time = (ms) => new Date(ms).toLocaleString([], { dateStyle: "short", timeStyle: "medium" });

export function result(m) {
  const rows = [];
  m.players.forEach((p, i) => {
    if (!p.name) return;
    rows.push(<span key={i}>{rows.length > 0 && " – "}<bdi>{p.name}</bdi>{m.goals && m.goals.length > i && ` ${m.goals[i]}`}</span>);
  });
  return rows;
}

export function MatchRows({ matches }) {
  return (
    <div class="scroll" tabindex="0" role="region" aria-label="Matches">
      <table>
        <thead><tr><th scope="col">Match</th><th scope="col">Players and goals</th><th scope="col">Steps</th><th scope="col">Status</th><th scope="col">Started</th></tr></thead>
        <tbody>
          {matches.map((m) => (
            <tr key={m.id}>
              <td><Link to={`/matches/${encodeURIComponent(m.id)}`}>{m.game || m.id}</Link></td>
              <td>{result(m)}</td>
              <td class="number">{m.steps}</td>
              <td>{m.live ? <span class="live">live</span> : m.status}{m.failures ? ` · ${m.failures} failures` : ""}</td>
              <td>{time(m.start_time)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
