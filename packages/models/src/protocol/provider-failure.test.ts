import { describe, expect, it } from 'vitest';
import { kindOfStatus, retryAfterMs, saysLasting } from './provider-failure.ts';

describe('kindOfStatus', () => {
  it.each([
    [200, 'success'],
    [400, 'client'],
    [401, 'lasting'],
    [404, 'lasting'],
    [408, 'passing'],
    [413, 'client'],
    [429, 'passing'],
    [500, 'passing'],
    [529, 'passing'],
  ] as const)('%d is %s', (status, kind) => {
    expect(kindOfStatus(status)).toBe(kind);
  });
});

describe('saysLasting', () => {
  it.each([
    ['{"error":{"code":"insufficient_quota"}}', true],
    ['{"error":{"type":"billing_not_active","code":null}}', true],
    ['{"error":{"code":"rate_limit_exceeded"}}', false],
    ['{"error":{"message":"your text says insufficient_quota"}}', false],
    ['insufficient_quota', false],
    ['', false],
  ])('%s: %s', (body, lasting) => {
    expect(saysLasting(body)).toBe(lasting);
  });
});

describe('retryAfterMs', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after-ms': 'soon', 'retry-after': '9' }, 9_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:02:00 GMT' }, 120_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{}, undefined],
  ])('%o asks for %s ms', (headers, ms) => {
    expect(retryAfterMs(headers, now)).toBe(ms);
  });
});
