// The page: which view is shown is said by the path.
import { h, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Where, Link } from "./common.jsx";
import { Games, Rules } from "./games.jsx";
import { Archive } from "./archive.jsx";
import { Players } from "./players.jsx";
import { Match } from "./match.jsx";
import { NewTournament, Tournament, Tournaments } from "./tournaments.jsx";
import { Ratings } from "./ratings.jsx";
import { Tuning, Tunings } from "./tunings.jsx";

function view(path) {
  const [, first, second] = path.split("/");
  const name = second && decodeURIComponent(second);
  switch (first) {
    case "": return [<Games />, "Games"];
    case "games": return [<Rules key={(name || "").split("@")[0]} name={name} />, name];
    case "matches": return name ? [<Match key={name} id={name} />, "Match"] : [<Archive />, "Matches"];
    case "players": return [<Players />, "Players"];
    case "tournaments":
      if (name === "new") return [<NewTournament />, "Start a tournament"];
      return name ? [<Tournament key={name} name={name} />, name] : [<Tournaments />, "Tournaments"];
    case "ratings": return [<Ratings />, "Ratings"];
    case "tuning": return name ? [<Tuning key={name} run={name} />, "Tuning"] : [<Tunings />, "Tuning"];
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
        <nav aria-label="Pages">
          {tab("/", "Games")}{tab("/matches", "Matches")}{tab("/tournaments", "Tournaments")}{tab("/ratings", "Ratings")}{tab("/players", "Players")}{tab("/tuning", "Tuning")}
        </nav>
      </header>
      <main id="main" tabindex="-1">{shown}</main>
    </Where.Provider>
  );
}

render(<Page />, document.getElementById("page"));
