// The library, and one game: its rules and variants, and a match of it to be started.
import { h } from "preact";
import { useContext, useState } from "preact/hooks";
import { get, part } from "./api.js";
import { Where, Link, Problem, MatchRows, useLoad } from "./common.jsx";
import { Start } from "./start.jsx";

export function Games() {
  const [search, setSearch] = useState("");
  const { value, error } = useLoad(() => get("/games?search=" + part(search)), [search]);
  const live = useLoad(() => get("/matches?limit=5"), []);
  return (
    <div>
      <h1>Games</h1>
      <p><label>Search <input type="search" value={search} onInput={(e) => setSearch(e.target.value)} autofocus /></label></p>
      <Problem error={error} />
      {value && (
        <div>
          <p aria-live="polite" class="quiet">{value.games.length} games</p>
          <ul class="games">
            {value.games.map((g) => (
              <li key={g.name}>
                <Link to={`/games/${part(g.name)}`}>{g.title}</Link>{" "}
                <span class="quiet">{[g.family === "gdl" ? "GDL" : "ludemes", g.facts].filter(Boolean).join(", ")}</span>
                {g.error && <span class="problem"> {g.error}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {live.value && live.value.matches.length > 0 && (
        <section><h2>Latest matches</h2><MatchRows matches={live.value.matches} /></section>
      )}
    </div>
  );
}

export function Rules({ name }) {
  const { value: game, error } = useLoad(() => get("/games/" + part(name)), [name]);
  const first = useLoad(() => get(`/games/${part(name)}/position`), [name]);
  if (!game) return <div><h1>{name}</h1><Problem error={error} />{!error && <p>Reading the rules …</p>}</div>;
  return (
    <div>
      <h1>{game.title}</h1>
      <p>{game.description}</p>
      {game.told && <p>{game.told}</p>}
      {(game.authors || game.aliases) && (
        <p class="quiet">{[game.authors && "By " + game.authors.join(", "), game.aliases && "Also called " + game.aliases.join(", ")].filter(Boolean).join(". ")}.</p>
      )}
      <p class="quiet">{[game.family === "gdl" ? "Game Description Language" : "ludemes", game.facts, ...(game.tags || [])].filter(Boolean).join(" · ")}</p>
      <div class="two">
        <section>
          {game.settings.length > 0 && <Settings game={game} />}
          <h2>Start a match</h2>
          <Start roles={game.roles || []} what={{ game: game.name }} label="Start a match" />
        </section>
        <section>
          <h2>Initial position</h2>
          <Problem error={first.error} />
          {first.value && <Picture position={first.value} />}
        </section>
      </div>
      <section>
        <h2>Rules</h2>
        {game.findings.length > 0 && (
          <ul>{game.findings.map((f, i) => <li key={i}><strong>{f.severity}</strong> {f.code}{f.line ? `, line ${f.line}` : ""}: {f.text} {f.hint}</li>)}</ul>
        )}
        <Text text={game.text} findings={game.findings} />
      </section>
    </div>
  );
}

export function Picture({ position }) {
  if (position.svg) return <div class="board" dangerouslySetInnerHTML={{ __html: position.svg }} />;
  return <pre class="board">{position.text}</pre>;
}

function Text({ text, findings }) {
  const marked = new Map(findings.map((f) => [f.line, f]));
  return (
    <pre class="rules" tabindex="0" role="region" aria-label="Text of the rules">
      {text.split("\n").map((line, i) => {
        const f = marked.get(i + 1);
        return f ? <mark key={i} title={f.text}>{line + "\n"}</mark> : line + "\n";
      })}
    </pre>
  );
}

// Settings are what may be chosen of a game; each choice is a page of its own.
function Settings({ game }) {
  const { go } = useContext(Where);
  const [base, ...picked] = game.name.split("@");
  const choose = (setting, heading) => {
    // A ruleset is a choice of all the others, which begin anew with it.
    const others = setting.name === "Ruleset" ? [] : picked.filter((p) => !setting.items.some((i) => i.heading === p));
    go("/games/" + part([base, ...others, ...(heading ? [heading] : [])].join("@")), true);
  };
  return (
    <div class="filters settings">
      <h2>Variants</h2>
      {game.settings.map((s) => (
        <label key={s.name}>{s.name}{" "}
          <select value={s.chosen} onChange={(e) => choose(s, e.target.value)}>
            {!s.chosen && <option value="">as chosen one by one</option>}
            {s.items.map((i) => <option key={i.heading} value={i.heading} title={i.says}>{i.name}</option>)}
          </select>
        </label>
      ))}
    </div>
  );
}
