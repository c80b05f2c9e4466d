import { isUtf8 } from 'node:buffer';

/** Finds provider keys in what a provider answers, and takes them out. */
export interface KeyRedactor {
  /** Bytes as latin1 text. */
  readonly redact: (text: string) => string;
  readonly redactBytes: (bytes: Buffer) => Buffer;
  /** For an answer that comes in pieces cut anywhere. */
  readonly stream: () => RedactingStream;
}

interface RedactingStream {
  /** What can be passed on already. */
  readonly push: (chunk: Buffer) => Buffer;
  /** The rest. */
  readonly end: () => Buffer;
}

const REPLACEMENT = '[key removed]';

/** What every key of a provider begins with; it is no secret. */
const PUBLIC_PART =
  /^(?:sk-ant-[a-z]+\d*-|sk-(?:proj|svcacct|admin|or-v1)-|sk-|gsk_|xai-|AIza|AQ\.)?/;
/** A shorter one is a placeholder of a local server, and may be any word. */
const SHORTEST_KEY = 8;
/** Of a shorter key, the beginning is no sign. */
const SHORTEST_WITH_BEGINNING = 16;
/** So many characters behind the public part tell which key it is. */
const TELLING_CHARACTERS = 6;

/** A line that goes on without an end is passed on in parts; each part keeps this much behind. */
const HELD_CHARACTERS = 16_384;
const LONGEST_LINE = 4 * HELD_CHARACTERS;

/**
 * Removes the keys and their beginnings, in plain text and in the encodings that an echo may come in:
 * JSON and HTML escapes, percent signs, hexadecimal digits and base64.
 */
export function keyRedactor(keys: readonly string[]): KeyRedactor {
  const sources = [...new Set(keys)]
    .filter(({ length }) => length >= SHORTEST_KEY)
    .flatMap(patternsOf);
  const pattern = sources.length === 0 ? undefined : new RegExp(sources.join('|'), 'g');
  const redact = (text: string): string =>
    pattern === undefined ? text : text.replace(pattern, REPLACEMENT);
  return {
    redact,
    redactBytes(bytes) {
      const text = bytes.toString('latin1');
      const redacted = redact(text);
      return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
    },
    stream: () => new LineRedactor(redact),
  };
}

/** True for bytes in which a key could hide from a search: no UTF-8, or text of two bytes a character. */
export function isOpaque(bytes: Buffer): boolean {
  return bytes.includes(0) || !isUtf8(bytes);
}

/** Holds the line that is not complete yet: an event of a stream ends with a line. */
class LineRedactor implements RedactingStream {
  private readonly redact: (text: string) => string;
  private held = '';

  constructor(redact: (text: string) => string) {
    this.redact = redact;
  }

  push(chunk: Buffer): Buffer {
    const text = this.held + chunk.toString('latin1');
    const lineEnd = text.lastIndexOf('\n') + 1;
    const rest = text.slice(lineEnd);
    if (rest.length <= LONGEST_LINE) {
      this.held = rest;
      return Buffer.from(this.redact(text.slice(0, lineEnd)), 'latin1');
    }
    const redacted = this.redact(text);
    this.held = redacted.slice(-HELD_CHARACTERS);
    return Buffer.from(redacted.slice(0, -HELD_CHARACTERS), 'latin1');
  }

  end(): Buffer {
    const rest = this.redact(this.held);
    this.held = '';
    return Buffer.from(rest, 'latin1');
  }
}

function patternsOf(key: string): readonly string[] {
  const bytes = [...Buffer.from(key, 'utf8')];
  const publicPart = PUBLIC_PART.exec(key)?.[0].length ?? 0;
  const least =
    bytes.length < SHORTEST_WITH_BEGINNING
      ? bytes.length
      : Math.min(bytes.length, publicPart + TELLING_CHARACTERS);
  return [
    // A tab, a blank or a line break may stand between the digits of a dump.
    sequence(bytes.map(hexPattern), least),
    sequence(bytes.map(escapedPattern), least),
    ...[0, 1, 2].map((shift) => base64Pattern(Buffer.from(bytes), least, shift)),
  ];
}

/** The first `least` parts, and as many of the others as follow. */
function sequence(parts: readonly string[], least: number): string {
  const rest = parts.slice(least);
  const optional = rest.reduceRight((inner, part) => `(?:${part}${inner})?`, '');
  return parts.slice(0, least).join('') + optional;
}

function hexPattern(byte: number): string {
  const digits = byte.toString(16).padStart(2, '0');
  return `(?:\\\\x|0x|[\\s:,])*${anyCase(digits)}`;
}

/** One byte as itself, or as JSON, a URL, HTML or another language's string would escape it. */
function escapedPattern(byte: number): string {
  const hex = byte.toString(16).padStart(2, '0');
  const forms = [
    `\\\\?${literal(byte)}`,
    `(?:\\\\)+[ux](?:00)?${anyCase(hex)}`,
    `(?:%(?:25)*)${anyCase(hex)}`,
    `&#0*${byte};?`,
    `&#[xX]0*${anyCase(hex)};?`,
    `\\\\+${byte.toString(8).padStart(3, '0')}`,
  ];
  return `(?:${forms.join('|')})`;
}

/** In base64 a byte's characters depend on its place: three patterns cover all of them. */
function base64Pattern(key: Buffer, least: number, shift: number): string {
  const encode = (bytes: Buffer): string => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // Characters that also depend on a neighbour outside the key tell nothing.
    const first = Math.ceil((shift * 8) / 6);
    const last = Math.floor(((shift + bytes.length) * 8) / 6);
    return text.slice(first, last);
  };
  const characters = encode(key)
    .split('')
    .map((character) => {
      if (character === '+' || character === '-') return '(?:[+-]|%2[bB])';
      if (character === '/' || character === '_') return '(?:\\\\?/|_|%2[fF])';
      return character;
    });
  return sequence(characters, encode(key.subarray(0, least)).length);
}

function anyCase(digits: string): string {
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`;
}
