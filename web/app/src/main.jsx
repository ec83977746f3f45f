// The page: which view is shown is said by the path.
import { h, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Where, Link } from "./common.jsx";
import { Games, Rules } from "./games.jsx";
import { Archive } from "./archive.jsx";
import { Players } from "./players.jsx";
import { Match } from "./match.jsx";

function view(path) {
  const [, first, second] = path.split("/");
  const name = second && decodeURIComponent(second);
  switch (first) {
    case "": return [<Games />, "Games"];
    case "games": return [<Rules key={name} name={name} />, name];
    case "matches": return name ? [<Match key={name} id={name} />, "Match"] : [<Archive />, "Matches"];
    case "players": return [<Players />, "Players"];
  }
  return [<p>There is no such page.</p>, "Nothing"];
}

function Page() {
  const [at, set] = useState(() => window.location.pathname + window.location.search);
  useEffect(() => {
    const back = () => set(window.location.pathname + window.location.search);
    window.addEventListener("popstate", back);
    return () => window.removeEventListener("popstate", back);
  }, []);
  const go = (to, replace) => {
    window.history[replace ? "replaceState" : "pushState"](null, "", to);
    set(to);
    if (!replace) window.scrollTo(0, 0);
  };
  const url = new URL(at, window.location.origin);
  const [shown, title] = view(url.pathname);
  useEffect(() => { document.title = `${title} · Ludens`; }, [title]);
  const tab = (to, text) => (
    <Link to={to} aria-current={url.pathname === to ? "page" : undefined}>{text}</Link>
  );
  return (
    <Where.Provider value={{ path: url.pathname, query: url.searchParams, go }}>
      <header>
        <a class="skip" href="#main">To the content</a>
        <strong>Ludens</strong>
        <nav aria-label="Pages">{tab("/", "Games")}{tab("/matches", "Matches")}{tab("/players", "Players")}</nav>
      </header>
      <main id="main" tabindex="-1">{shown}</main>
    </Where.Provider>
  );
}

render(<Page />, document.getElementById("page"));
