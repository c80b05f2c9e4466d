import { useEffect, useState } from 'preact/hooks';

/** A place in the application: the part of the address after `#`. */
export interface Route {
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Parses `#/run/demo?agent=x`. Parts of the path are decoded. */
function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return {
    path: path.split('/').filter(Boolean).map(decode),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** Makes the address of a place. Empty values are left out. */
export function linkTo(
  path: readonly string[],
  query: Readonly<Record<string, string>> = {},
): string {
  const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  const text = parameters.toString();
  return `#/${path.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`;
}

export function attemptLink(
  run: string,
  key: string,
  query?: Readonly<Record<string, string>>,
): string {
  return linkTo(['run', run, 'attempt', key], query);
}

/** The current place. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const update = (): void => setHash(location.hash);
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return parseRoute(hash);
}

/** Changes the query of the current place without a new entry in the history. */
export function setQuery(route: Route, change: Readonly<Record<string, string>>): void {
  const target = linkTo(route.path, { ...route.query, ...change });
  history.replaceState(null, '', target);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
