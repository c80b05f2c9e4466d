import type { InspectedSecurityProfile } from '../api/responses.ts';
import type { CreateBody } from './create-body.ts';

export interface SecurityProfileDifference {
  readonly field: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** A container without these settings must not start. */
const REQUIRED = [
  'Memory',
  'MemorySwap',
  'NanoCpus',
  'PidsLimit',
  'Ulimits',
  'CapDrop',
  'SecurityOpt',
  'NetworkMode',
  'IpcMode',
  'Init',
  'LogConfig',
] as const;

/** Fields of the request that the engine returns elsewhere or not at all. */
const NOT_READ_BACK = new Set(['Image', 'HostConfig', 'Mounts']);

/**
 * Compares the request with the created container, because an engine silently ignores misspelled and
 * unknown fields. Order and the different forms of an empty value do not count.
 */
export function securityProfileDifferences(
  body: CreateBody,
  inspected: InspectedSecurityProfile,
): readonly SecurityProfileDifference[] {
  return [
    ...missing(body),
    ...compareFields('', body, inspected.Config),
    ...compareFields('HostConfig.', body.HostConfig, inspected.HostConfig),
    ...compareMounts(body, inspected),
  ];
}

function missing(body: CreateBody): SecurityProfileDifference[] {
  return REQUIRED.filter((field) => isNothing(canonical(body.HostConfig[field]))).map((field) => ({
    field: `HostConfig.${field}`,
    expected: 'a value in the request',
    actual: body.HostConfig[field],
  }));
}

function compareFields(
  prefix: string,
  wanted: object,
  actual: Readonly<Record<string, unknown>>,
): SecurityProfileDifference[] {
  return Object.entries(wanted)
    .filter(([key]) => !NOT_READ_BACK.has(key))
    .map(([key, expected]) => ({ field: prefix + key, expected, actual: actual[key] }))
    .filter(({ field, expected, actual }) => !same(field, expected, actual));
}

function same(field: string, expected: unknown, actual: unknown): boolean {
  const compare = SPECIAL[field] ?? equal;
  return compare(expected, actual);
}

/** Fields that an engine extends. They must contain the requested values. */
const SPECIAL: Readonly<Record<string, (expected: unknown, actual: unknown) => boolean>> = {
  // The variables and labels of the image are added to the requested ones.
  Env: contains,
  // One engine returns the words of a command as a single string.
  Entrypoint: (expected, actual) =>
    equal(expected, actual) || (Array.isArray(expected) && expected.join(' ') === actual),
  Labels: contains,
  'HostConfig.LogConfig': contains,
  'HostConfig.RestartPolicy': contains,
};

function contains(expected: unknown, actual: unknown): boolean {
  if (Array.isArray(expected)) {
    const items: readonly unknown[] = Array.isArray(actual) ? actual : [];
    return expected.every((item) => items.includes(item));
  }
  if (!isRecord(expected)) return equal(expected, actual);
  return (
    isRecord(actual) &&
    Object.entries(expected).every(([key, value]) => contains(value, actual[key]))
  );
}

function equal(expected: unknown, actual: unknown): boolean {
  return JSON.stringify(canonical(expected)) === JSON.stringify(canonical(actual));
}

/** Normalizes a value: sorts lists and keys, and replaces empty values with `null`. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => JSON.stringify(canonical(item)) ?? 'null');
    return items.length === 0 ? null : items.sort();
  }
  if (isRecord(value)) {
    const entries = Object.entries(value)
      .map(([key, item]) => [key, canonical(item)] as const)
      .filter(([, item]) => !isNothing(item))
      .sort(([left], [right]) => (left < right ? -1 : 1));
    return entries.length === 0 ? null : Object.fromEntries(entries);
  }
  return value === undefined || value === '' || value === false || value === 0 ? null : value;
}

function isNothing(value: unknown): boolean {
  return value === null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Compares the mounts. An additional mount would be writable storage without a size limit. */
function compareMounts(
  body: CreateBody,
  inspected: InspectedSecurityProfile,
): SecurityProfileDifference[] {
  const wanted = new Map(
    body.HostConfig.Mounts.map((mount) => [
      mount.Target,
      `${mount.Type} ${mount.Type === 'bind' ? mount.Source : ''} ${mount.ReadOnly ? 'ro' : 'rw'}`,
    ]),
  );
  const actual = new Map(
    inspected.Mounts.filter((mount) => mount.Type !== 'tmpfs').map((mount) => [
      mount.Destination,
      `${mount.Type} ${mount.Type === 'bind' ? mount.Source : ''} ${mount.RW ? 'rw' : 'ro'}`,
    ]),
  );
  return [...new Set([...wanted.keys(), ...actual.keys()])]
    .filter((target) => wanted.get(target) !== actual.get(target))
    .map((target) => ({
      field: `Mounts ${target}`,
      expected: wanted.get(target),
      actual: actual.get(target),
    }));
}
