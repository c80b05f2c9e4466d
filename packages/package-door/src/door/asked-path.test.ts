import { assert as check, property, string, webUrl } from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../contract/refusal.ts';
import { readAsked } from './asked-path.ts';

test('a path names its registry and its form', () => {
  expect(readAsked('GET', '/npm/@types%2fnode?x=1', '*/*')).toEqual({
    registry: 'npm',
    rest: '@types%2fnode',
    path: 'npm/@types%2fnode',
    form: '',
  });
  expect(readAsked('GET', '/python/simple/six/', 'text/html')).toMatchObject({ form: 'html' });
});

test.each([
  ['POST', '/npm/x'],
  ['PUT', '/npm/x'],
  ['CONNECT', 'example.org:443'],
  ['GET', 'http://example.org/x.tgz'],
  ['GET', '/npm/../../etc/passwd'],
  ['GET', '/npm/..%2f..%2fetc'],
  ['GET', '/npm/%2e%2e/x'],
  ['GET', '/maven//x'],
  ['GET', '/npm/x%00y'],
  ['GET', '/npm/a\\b'],
  ['GET', `/npm/${'x'.repeat(2000)}`],
])('%s %s is refused', (method, url) => {
  expect(() => readAsked(method, url, '*/*')).toThrow(Refusal);
});

/** The path that a registry would see; empty if the request is refused. Other errors are bugs. */
function pathOf(url: string): string {
  try {
    return readAsked('GET', url, '').path;
  } catch (error) {
    if (error instanceof Refusal) return '';
    throw error;
  }
}

test('whatever is asked for is read or refused', () => {
  check(
    property(string(), webUrl(), (text, address) => {
      for (const url of [text, `/${text}`, address]) {
        expect(pathOf(url)).not.toMatch(/(?:^|\/)\.\.(?:\/|$)/);
      }
    }),
  );
});
