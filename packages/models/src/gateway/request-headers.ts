import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Provider } from '../prices/price-schema.ts';

/**
 * Features of Anthropic's API that access the network, keep state or cost more than in the price
 * table.
 */
const REFUSED_BETA =
  /^(?:mcp-|files-api|code-execution|web-|skills|container|context-1m|fast-mode|message-batches|advisor|compact)/;

/** Selects the headers for the provider. Keys of the client are never passed on. */
export function headersForProvider(
  provider: Provider,
  headers: IncomingHttpHeaders,
): Record<string, string> {
  const passed: Record<string, string> = {
    'content-type': 'application/json',
    accept: headers.accept ?? '*/*',
    // Compressed responses could not be metered.
    'accept-encoding': 'identity',
    'user-agent': headers['user-agent'] ?? 'refbench',
  };
  if (provider !== 'anthropic') return passed;
  passed['anthropic-version'] = single(headers['anthropic-version']) ?? '2023-06-01';
  const betas = (single(headers['anthropic-beta']) ?? '')
    .split(',')
    .map((beta) => beta.trim())
    .filter((beta) => beta !== '' && !REFUSED_BETA.test(beta));
  if (betas.length > 0) passed['anthropic-beta'] = betas.join(',');
  return passed;
}

/** Whether the request has the token of the attempt in any of the headers for keys. */
export function carriesToken(headers: IncomingHttpHeaders, token: string): boolean {
  const given = [
    headers.authorization?.replace(/^Bearer /i, ''),
    single(headers['x-api-key']),
    single(headers['x-goog-api-key']),
  ];
  return given.some((each) => each !== undefined && equal(each, token));
}

/** Compares digests of equal length in constant time. */
function equal(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}
