// One match: live or stored, watched, replayed step by step, or played.
import { h } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { get, change, part, keysOf, setKeys, events, download } from "./api.js";
import { Where, Problem, Link, alertOf, useLoad, useTick, time } from "./common.jsx";
import { Board } from "./board.jsx";
import { Thoughts } from "./thoughts.jsx";
import { Times } from "./charts.jsx";
import { Choices, Help, Seats } from "./seats.jsx";
import { Start } from "./start.jsx";
import { Steps, Turns, said } from "./turns.jsx";

export function Match({ id }) {
  const { go, query } = useContext(Where);
  const path = "/matches/" + part(id);
  const [keys, setTheKeys] = useState(() => keysOf(id));
  const [seat, setSeat] = useState(0); // which of the keys is looked by
  const [news, setNews] = useState(0); // grows with every event
  const { value: match, error } = useLoad(() => get(path), [id, news]);
  const mine = keys[seat] || null;
  const last = match ? match.steps : 0;
  const asked = query.get("step");
  const step = asked === null ? last : Math.max(0, Math.min(last, +asked || 0));
  const following = asked === null;
  const live = !!match && match.live;

  const lost = useNews(id, live, (n) => {
    setNews((was) => was + 1);
    if (n && n.next && following && keysOf(n.next).length) go("/matches/" + part(n.next), true);
  });

  // Who sits on several seats looks by the one that is waited for.
  useEffect(() => {
    if (!match) return;
    const i = keys.findIndex((k) => match.waiting.includes(k.role));
    if (i >= 0 && (!mine || !match.waiting.includes(mine.role))) setSeat(i);
  }, [match]);

  const waiting = match ? match.waiting.join(",") : "";
  const place = useLoad(() => (match ? get(`${path}/positions/${step}`, mine && mine.key) : Promise.resolve(null)), [id, !!match, step, mine && mine.key, waiting, match && match.status]);
  const position = place.value;
  const to = (n) => go(n >= last && live ? path : `${path}?step=${Math.max(0, Math.min(last, n))}`, true);

  // Before the page can be seen: a key that comes at once must go on from this step.
  useLayoutEffect(() => {
    const key = (e) => {
      if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) return;
      const where = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: last }[e.key];
      if (where === undefined) return;
      e.preventDefault();
      to(where);
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  });

  if (!match) return <div><h1>Match</h1><Problem error={error} />{!error && <p>Loading …</p>}</div>;
  // Moves are offered for the seat that is looked by: a position that was loaded for
  // another one, or for another step, is not for clicking.
  const fresh = following && mine && position && position.step === step && position.choice;
  const choice = fresh && fresh.role === mine.role ? fresh : null;
  return (
    <div class="match">
      <h1><bdi>{match.game}</bdi></h1>
      <p class="quiet">{match.id} · {time(match.start_time)} · {match.start_clock} s + {match.play_clock} s{match.tournament && [" · part of ", <Link to={"/tournaments/" + part(match.tournament)}>{match.tournament}</Link>]}</p>
      <div class="two wide">
        <section aria-label="Position" class="place">
          {lost ? <p class="problem" role="status">The server is out of reach. The page goes on when it is back.</p> : <Problem error={error || place.error} />}
          {position && <Board position={position} choice={choice} onMove={(m) => move(m)} />}
          <Steps step={step} last={last} to={to} />
          <p><a href={`${path}?step=${step}`}>Link to this position</a></p>
        </section>
        <section aria-label="Match">
          <State match={match} step={step} position={position} mine={mine} />
          {live && match.left_ms > 0 && <Clock match={match} />}
          {keys.length > 1 && (
            <p><label>You see what this seat sees <select value={seat} onChange={(e) => setSeat(+e.target.value)}>{keys.map((k, i) => <option key={k.role} value={i}>{k.role}</option>)}</select></label></p>
          )}
          <Choices choice={choice} place={id + " " + step} onMove={(m) => move(m)} />
          {live && mine && <Help match={match} mine={mine} choice={choice} path={path} onNext={next} />}
          <Seats match={match} path={path} onTake={taken} onGive={given} mine={keys} />
          <Thoughts match={match} live={live} news={news} />
          <Turns match={match} step={step} to={to} />
          <Times match={match} />
          <p>
            {!match.hidden && <span><a href={download(id, "record")} download>Record (JSON)</a> · <a href={download(id, "ggp")} download>Record (GGP-Base)</a> </span>}
            {live && !match.tournament && <span><button onClick={() => change("POST", path + "/abort").catch(alertOf)}>End the match</button></span>}
          </p>
          {position && position.step === step && !position.over && !position.hidden && <Again match={match} step={step} />}
          {match.published && <p><a href={match.published} rel="noreferrer">Where spectators find it</a></p>}
          {match.notes.map((n, i) => <p key={i} class="note">{n.role ? n.role + ": " : ""}{n.text}</p>)}
          {match.flaw && <p class="note">Positions are shown by what was recorded: {match.flaw}</p>}
        </section>
      </div>
    </div>
  );

  function move(text) {
    return change("POST", path + "/moves", { step, move: text }, mine.key).then(() => setNews((n) => n + 1), alertOf);
  }
  function next(begun) {
    setKeys(begun.id, begun.keys);
    go("/matches/" + part(begun.id), true);
  }
  function taken(k) {
    const all = [...keys.filter((x) => x.role !== k.role), k];
    setKeys(id, all);
    setTheKeys(all);
    setNews((n) => n + 1);
  }
  function given(role) {
    const all = keys.filter((x) => x.role !== role);
    setKeys(id, all);
    setTheKeys(all);
    setSeat(0);
    setNews((n) => n + 1);
  }
}

// useNews hears what happens in a live match, and tells whether the server is out of reach.
// A page that nobody sees hears nothing: browsers open only a few connections to a server,
// and many pages that listen would take them all.
function useNews(id, live, heard) {
  const [lost, setLost] = useState(false);
  const hear = useRef(heard);
  hear.current = heard; // that of the last render, though the connection is older
  useEffect(() => {
    if (!live) return undefined;
    let source = null, again = 0;
    const close = () => {
      clearTimeout(again);
      if (source) source.close();
      source = null;
    };
    const open = () => {
      close();
      if (document.hidden) return;
      source = events(id);
      source.onopen = () => setLost(false);
      source.onerror = () => {
        setLost(true);
        if (source && source.readyState === EventSource.CLOSED) { // refused, which the browser does not try again
          hear.current(null);
          again = setTimeout(open, 3000);
        }
      };
      source.addEventListener("news", (e) => {
        const n = JSON.parse(e.data);
        if (n.over) close();
        hear.current(n);
      });
    };
    open();
    document.addEventListener("visibilitychange", open);
    return () => {
      document.removeEventListener("visibilitychange", open);
      close();
      setLost(false);
    };
  }, [id, live]);
  return lost;
}

// Clock counts down for the programs that think. It is not read out at every second.
function Clock({ match }) {
  const [end, setEnd] = useState(0);
  useLayoutEffect(() => setEnd(performance.now() + match.left_ms), [match]);
  useTick(true, 250);
  const left = Math.max(0, end - performance.now());
  return <p class="quiet clock" role="timer" aria-live="off">{(left / 1000).toFixed(0)} s on the clock</p>;
}

// Again is the form of a match that goes on from a position of this one.
function Again({ match, step }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="again" onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{step ? "Another match from this position" : "Another match of this game"}</summary>
      {open && (
        <Start roles={match.seats.map((s) => s.role)} what={{ from: { match: match.id, step } }} label="Another match"
          clocks={{ start: Math.max(1, match.start_clock), play: Math.max(1, match.play_clock) }} />
      )}
    </details>
  );
}

// State says in words what there is to know, for everybody and for screen readers.
function State({ match, step, position, mine }) {
  let text = "";
  if (match.live) {
    if (match.waiting.length) text = `Waiting for ${match.waiting.join(" and ")}.`;
    else if (match.thinking.length) text = `${match.thinking.join(" and ")} think${match.thinking.length > 1 ? "" : "s"}.`;
    else text = match.steps || match.hidden ? "The match goes on." : "The match begins.";
    if (mine && match.waiting.includes(mine.role)) text = `Your move as ${mine.role}.`;
  } else {
    text = `The match is ${match.status}${match.reason ? ": " + match.reason : ""}.`;
    if (match.goals) text += " " + match.roles.map((r, i) => (match.players[i].name ? `${r} ${match.goals[i]}` : "")).filter(Boolean).join(", ") + ".";
  }
  const turn = position && position.step === step ? said(position.moves).map((m) => `${m.role} ${m.move}`).join("; ") : "";
  return (
    <div>
      <p class="state" aria-live="polite" data-status={match.status}>{text}</p>
      {step > 0 && turn && <p class="last">Step {step}: {turn}</p>}
      {position && position.hidden && <p class="quiet">What this game hides is not shown while it is played.</p>}
      {position && position.percept && position.percept.length > 0 && <p>You see: {position.percept.join(" ")}</p>}
      {position && position.seen && position.seen.length > 0 && (
        <details open class="seen">
          <summary>What you did and saw</summary>
          <ol class="turns" tabindex="0" aria-label="What you did and saw">
            {position.seen.map((s) => <li key={s.step} value={s.step}>{s.own && <b>{s.own}</b>} {s.percepts.join(" ")}</li>)}
          </ol>
        </details>
      )}
    </div>
  );
}
