import { expect, test } from 'vitest';
import { secretRedactor } from './secret-redactor.ts';

test('secrets of the environment and credentials in URLs are replaced', () => {
  const redact = secretRedactor({
    OPENAI_API_KEY: 'sk-0123456789',
    GITHUB_TOKEN: 'with"quote-and-more',
    SHORT_KEY: 'abc',
    HOME: '/home/somebody',
  });
  const line = JSON.stringify({
    args: ['fetch', 'https://user:pass@example.org/a.git', 'sk-0123456789', 'abc'],
    home: '/home/somebody',
    token: 'with"quote-and-more',
  });
  expect(JSON.parse(redact(line))).toEqual({
    args: ['fetch', 'https://[redacted]@example.org/a.git', '[redacted]', 'abc'],
    home: '/home/somebody',
    token: '[redacted]',
  });
});
