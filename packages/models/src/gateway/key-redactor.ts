import { isUtf8 } from 'node:buffer';

/** Removes provider keys from responses. */
export interface KeyRedactor {
  /** Redacts bytes that are decoded as latin1. */
  readonly redact: (text: string) => string;
  readonly redactBytes: (bytes: Buffer) => Buffer;
  /** Redacts a response that arrives in chunks. */
  readonly stream: () => RedactingStream;
}

interface RedactingStream {
  /** Returns the part that can already be passed on. */
  readonly push: (chunk: Buffer) => Buffer;
  /** Returns the rest. */
  readonly end: () => Buffer;
}

const REPLACEMENT = '[key removed]';

/** The public prefix of the keys of each provider. */
const PUBLIC_PART =
  /^(?:sk-ant-[a-z]+\d*-|sk-(?:proj|svcacct|admin|or-v1)-|sk-|gsk_|xai-|AIza|AQ\.)?/;
/** Shorter keys are placeholders of local servers and could be any word. */
const MIN_KEY_LENGTH = 8;
/** The prefix of a shorter key is not distinctive enough. */
const MIN_LENGTH_FOR_PREFIX = 16;
/** This many characters after the public prefix identify a key. */
const IDENTIFYING_CHARACTERS = 6;

/** A very long line is passed on in parts. This many characters are held back each time. */
const HELD_CHARACTERS = 16_384;
const MAX_LINE_LENGTH = 4 * HELD_CHARACTERS;

/**
 * Creates a redactor that removes keys and their prefixes, in plain text and in common encodings:
 * JSON and HTML escapes, percent-encoding, hexadecimal digits and base64.
 */
export function keyRedactor(keys: readonly string[]): KeyRedactor {
  const sources = [...new Set(keys)]
    .filter(({ length }) => length >= MIN_KEY_LENGTH)
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

/**
 * Whether a key could be hidden from the search, that is, the bytes are not UTF-8 or contain NUL, as
 * UTF-16 does.
 */
export function isOpaque(bytes: Buffer): boolean {
  return bytes.includes(0) || !isUtf8(bytes);
}

/** Redacts complete lines and holds back the incomplete one. */
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
    if (rest.length <= MAX_LINE_LENGTH) {
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
    bytes.length < MIN_LENGTH_FOR_PREFIX
      ? bytes.length
      : Math.min(bytes.length, publicPart + IDENTIFYING_CHARACTERS);
  return [
    // The digits of a hex dump may be separated by white space.
    sequence(bytes.map(hexPattern), least),
    sequence(bytes.map(escapedPattern), least),
    ...[0, 1, 2].map((shift) => base64Pattern(Buffer.from(bytes), least, shift)),
  ];
}

/** Matches the first `least` parts and as many of the following parts as possible. */
function sequence(parts: readonly string[], least: number): string {
  const rest = parts.slice(least);
  const optional = rest.reduceRight((inner, part) => `(?:${part}${inner})?`, '');
  return parts.slice(0, least).join('') + optional;
}

function hexPattern(byte: number): string {
  const digits = byte.toString(16).padStart(2, '0');
  return `(?:\\\\x|0x|[\\s:,])*${anyCase(digits)}`;
}

/** Matches one byte literally or with the escapes of JSON, URLs, HTML and other languages. */
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

/** In base64, the characters of a byte depend on its position. Three patterns cover all positions. */
function base64Pattern(key: Buffer, least: number, shift: number): string {
  const encode = (bytes: Buffer): string => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // Characters that also depend on bytes outside the key are excluded.
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
