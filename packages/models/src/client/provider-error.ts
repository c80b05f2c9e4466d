import { RefbenchError, type RefbenchErrorFields } from '@refbench/contracts';
import { isRecord } from '../protocol/guard.ts';
import { saysLasting } from '../protocol/provider-failure.ts';
import { flawIn } from './checked-fetch.ts';

/** The provider rejected the call or did not respond. */
export class ProviderFailure extends RefbenchError {
  /** The status of the response. Undefined if there was none; the call may have been billed. */
  readonly status: number | undefined;

  constructor(fields: RefbenchErrorFields, status: number | undefined) {
    super(fields);
    this.status = status;
  }
}

/** The request does not fit into the context of the model. It concerns this one question only. */
export class RequestTooLong extends ProviderFailure {}

/** What the SDKs tell about a failure. */
export interface SdkFailure {
  readonly status: number | undefined;
  readonly headers?: Headers | undefined;
  /** The body of the response. */
  readonly error?: unknown;
  readonly cause?: unknown;
}

const TOO_LONG =
  /context_length_exceeded|request_too_large|(?:prompt|input|request|messages?) (?:is|are|was) too (?:long|large)|(?:maximum|max) context|exceeds? the (?:context|maximum)/i;

/**
 * Converts the failure of a provider. Its message is read, but never shown, because it may contain the
 * key.
 */
export function providerError(model: string, failure: SdkFailure): RefbenchError {
  const { status, cause } = failure;
  if (RefbenchError.isInstance(cause)) return cause;
  const flaw = flawIn(failure.headers);
  const text = JSON.stringify(failure.error ?? null);
  if (flaw === undefined && isAbout(status, [401, 403, 404])) {
    return refused(status, {
      message: `the provider rejected model "${model}" (HTTP ${status})`,
      hint: 'check the API key, the name of the model and the address',
    });
  }
  if (status === 402 || saysLasting(JSON.stringify(bodyOf(failure.error)))) {
    return refused(status, {
      message: `the account at the provider of "${model}" has no credit left (HTTP ${status})`,
      hint: 'add credit or raise the limit of the account, then run the same command again',
    });
  }
  if (status === 413 || (isAbout(status, [400, 422]) && TOO_LONG.test(text))) {
    const fields = {
      kind: 'usage',
      message: `the request is longer than "${model}" accepts (HTTP ${status})`,
      hint: 'use a model with a larger context, or shorten the input',
    } as const;
    return new RequestTooLong(fields, status);
  }
  if (flaw !== undefined) return flawed(model, flaw);
  if (isAbout(status, [400, 405, 415, 422])) {
    return failed(status, {
      message: `the provider refused a request to "${model}" (HTTP ${status})`,
      hint: 'check the address, and whether the model accepts this output limit, temperature and tool',
    });
  }
  const what = status === undefined ? 'no connection' : `HTTP ${status}`;
  return failed(status, {
    message: `the provider of "${model}" did not respond (${what})`,
    hint: 'run the same command again later',
  });
}

function flawed(model: string, flaw: string): ProviderFailure {
  // Without a status, because the provider may have billed what it called a success.
  return failed(undefined, {
    message: `the provider of "${model}" answered with ${flaw}`,
    hint: flaw.includes('error')
      ? 'run the same command again later'
      : 'check that the address is that of a model API and not of a login page or proxy',
  });
}

/** The SDK of OpenAI gives the inner object of the body, and that of Anthropic the body. */
function bodyOf(error: unknown): unknown {
  return isRecord(error) && 'error' in error ? error : { error };
}

type Words = Pick<RefbenchErrorFields, 'message' | 'hint'>;

function refused(status: number | undefined, words: Words): ProviderFailure {
  return new ProviderFailure({ kind: 'usage', ...words }, status);
}

function failed(status: number | undefined, words: Words): ProviderFailure {
  return new ProviderFailure({ kind: 'infra-incomplete', ...words }, status);
}

function isAbout(status: number | undefined, statuses: readonly number[]): boolean {
  return status !== undefined && statuses.includes(status);
}
