import type { InspectedSecurityProfile } from '../api/answers.ts';
import type { CreateBody } from './create-body.ts';

export interface SecurityProfileDifference {
  readonly field: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Without these a container is not ours to start, whatever the request said. */
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

/** Fields of the request that the engine answers elsewhere or not at all. */
const NOT_READ_BACK = new Set(['Image', 'HostConfig', 'Mounts']);

/**
 * Compares what was asked for with what the engine made of it: an engine takes a misspelled or unknown
 * field without a word. Order and the different forms of "nothing" do not count.
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

/** Fields that an engine completes: what was asked for must be in them. */
const SPECIAL: Readonly<Record<string, (expected: unknown, actual: unknown) => boolean>> = {
  // The image's variables and labels stand beside ours.
  Env: contains,
  // One engine answers the words of a command as one text.
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

/** One form for each meaning: sorted lists and keys, and `null` for every kind of nothing. */
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

/** Exactly the mounts that were asked for: one more would be writable storage without a cap. */
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
