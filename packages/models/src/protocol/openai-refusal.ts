import type { RefusalCode } from './protocol.ts';

export function openaiRefusal(_status: number, code: RefusalCode, message: string): unknown {
  const type = code === 'busy' ? 'rate_limit_error' : 'invalid_request_error';
  return { error: { message, type, param: null, code } };
}
