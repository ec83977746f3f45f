// Runs of tuning: the list, and the curves of one while it goes on.
import { h } from "preact";
import { get, part } from "./api.js";
import { Link, Problem, useLoad, useTick } from "./common.jsx";
import { Chart } from "./charts.jsx";

const hours = (s) => (s < 3600 ? `${(s / 60).toFixed(1)} min` : `${(s / 3600).toFixed(2)} h`);
const elo = (r) => (r ? `${r.elo.toFixed(0)} ± ${r.interval.toFixed(0)}` : "not rated yet");

export function Tunings() {
  const { value, error } = useLoad(() => get("/tunings"), [useTick(true, 5000)]);
  return (
    <div>
      <h1>Tuning</h1>
      <Problem error={error} />
      {value && value.tunings.length === 0 && <p>Nothing has been tuned. <code>player tune GAME</code> does, and <code>gamemaster serve --nets FILE</code> says where.</p>}
      {value && value.tunings.length > 0 && (
        <div class="scroll" tabindex="0" role="region" aria-label="Runs of tuning">
          <table>
            <thead><tr><th scope="col">Game</th><th scope="col">Net</th><th scope="col" class="number">Worked</th><th scope="col" class="number">Games</th><th scope="col" class="number">Elo of the best</th><th scope="col">State</th></tr></thead>
            <tbody>
              {value.tunings.map((t) => (
                <tr key={t.run}>
                  <td><Link to={"/tuning/" + part(t.run)}>{t.game || t.run}</Link></td><td>{t.net}</td>
                  <td class="number">{hours(t.elapsed)}</td><td class="number">{t.games.toLocaleString()}</td><td class="number">{elo(t.best)}</td>
                  <td>{t.done ? "finished" : "under way, or to be gone on with"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

export function Tuning({ run }) {
  const tick = useTick(true, 5000);
  const { value: t, error } = useLoad(() => get("/tunings/" + part(run)), [run, tick]);
  if (!t) return <div><h1>Tuning</h1><Problem error={error} />{!error && <p>Loading …</p>}</div>;
  const points = t.points || [];
  const rated = points.filter((p) => p.rating);
  return (
    <div>
      <h1>{t.game}</h1>
      <p class="quiet">{t.net} · {hours(t.elapsed)} of {hours(t.planned)} worked · {t.games.toLocaleString()} games, {t.samples.toLocaleString()} samples, {t.steps.toLocaleString()} steps · {t.done ? "finished" : "under way, or to be gone on with"}</p>
      <p>Elo of the net that is played: {elo(t.best)} (random play is 0).</p>
      <Problem error={error} />
      {rated.length > 0 && (
        <Chart title="Rating of the net, Elo, with the 95 % interval" unit="" across="minutes" steps={rated.map((p) => p.elapsed / 60)} band
          rows={[
            { label: "Elo", values: rated.map((p) => p.rating.elo) },
            { label: "upper", values: rated.map((p) => p.rating.elo + p.rating.interval) },
            { label: "lower", values: rated.map((p) => p.rating.elo - p.rating.interval) },
          ]} />
      )}
      {points.length > 0 && (
        <Chart title="Losses since the point before" unit="" across="minutes" steps={points.map((p) => p.elapsed / 60)}
          rows={[{ label: "policy", values: points.map((p) => p.policy) }, { label: "value", values: points.map((p) => p.value) }]} />
      )}
      {points.length === 0 && <p>There are no points yet.</p>}
    </div>
  );
}
