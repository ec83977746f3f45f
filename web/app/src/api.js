// What the page asks of its server. The token of the server, and the keys of the seats on
// which somebody sits in this browser, are kept here.

const root = "/api/v1";
const store = window.sessionStorage;

export function token() {
  return store.getItem("token") || "";
}

export function setToken(text) {
  store.setItem("token", text);
}

// keyOf and setKeys keep the keys of seats by match; a tab that is closed gives them up.
export function keysOf(match) {
  try {
    return JSON.parse(store.getItem("keys " + match)) || [];
  } catch {
    return [];
  }
}

export function setKeys(match, keys) {
  store.setItem("keys " + match, JSON.stringify(keys));
}

export class Failure extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

async function ask(method, path, body, key) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token()) headers["Authorization"] = "Bearer " + token();
  if (key) headers["X-Ludens-Key"] = key;
  const res = await fetch(root + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
    .catch(() => { throw new Failure(0, "The server is out of reach."); });
  const answer = await res.json().catch(() => ({ error: res.statusText }));
  if (!res.ok) throw new Failure(res.status, answer.error || res.statusText);
  return answer;
}

export const get = (path, key) => ask("GET", path, undefined, key);

// change sends what changes something, and asks for the token where one is missing.
export async function change(method, path, body, key) {
  try {
    return await ask(method, path, body || {}, key);
  } catch (e) {
    if (e.status !== 401) throw e;
    const text = window.prompt("This server asks for its token:");
    if (!text) throw e;
    setToken(text);
    return ask(method, path, body || {}, key);
  }
}

export const part = encodeURIComponent;
export const events = (id) => new EventSource(`${root}/matches/${part(id)}/events`);
export const download = (id, form) => `${root}/matches/${part(id)}/${form}`;
