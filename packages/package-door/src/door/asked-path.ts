import { Refusal } from '../contract/refusal.ts';

/** A request as it is recorded and looked up. */
export interface AskedPath {
  /** First part of the path: the registry. */
  readonly registry: string;
  readonly rest: string;
  /** The whole path, without a query. */
  readonly path: string;
  /** `json` or `html` if the path has two forms, otherwise empty. */
  readonly form: string;
}

const MAX_PATH = 1000;

/**
 * Reads a request. Paths with `..`, with empty parts, or with an address in them are refused before any
 * registry sees them.
 * @throws Refusal
 */
export function readAsked(method: string, url: string, accept: string): AskedPath {
  const path = url.replace(/[?#].*$/, '').replace(/^\/+/, '');
  if (method !== 'GET' && method !== 'HEAD') {
    throw new Refusal('not-a-package', `packages can only be read here; ${method} is refused`);
  }
  if (/^[a-z][a-z+.-]*:/i.test(url)) {
    throw new Refusal(
      'not-a-package',
      'this is a registry of packages and no proxy to other hosts',
    );
  }
  const decoded = path.replaceAll(/%2f/gi, '/').replaceAll(/%2e/gi, '.');
  const isClean = decoded.split('/').every((part, index, all) => {
    const isLast = index === all.length - 1;
    return part !== '.' && part !== '..' && (part !== '' || isLast);
  });
  if (path.length > MAX_PATH || !isClean || /[^\x21-\x7e]|%0|\\/.test(path)) {
    throw new Refusal('not-a-package', 'the path is not that of a package');
  }
  const [registry = '', ...rest] = path.split('/');
  const form = registry === 'python' && rest[0] === 'simple' ? formOf(accept) : '';
  return { registry, rest: rest.join('/'), path, form };
}

function formOf(accept: string): string {
  return accept.includes('application/vnd.pypi.simple.v1+json') ? 'json' : 'html';
}
