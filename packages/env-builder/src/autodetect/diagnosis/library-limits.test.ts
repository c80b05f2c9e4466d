import { expect, test } from 'vitest';
import { libraryLimits } from './library-limits.ts';

test.each([
  ["AttributeError: module 'numpy' has no attribute 'bool'.", ['numpy<1.24']],
  [
    "ImportError: cannot import name 'escape' from 'jinja2' (/x/jinja2/__init__.py)",
    ['jinja2<3.1'],
  ],
  ["ImportError: cannot import name 'url_quote' from 'werkzeug.urls'", ['werkzeug<3']],
  ['error in x setup command: use_2to3 is invalid.', ['setuptools<58']],
  ["ModuleNotFoundError: No module named 'pkg_resources'", ['setuptools<81']],
  ["AttributeError: module 'mine' has no attribute 'bool'", []],
])('%s', (log, limits) => {
  expect(libraryLimits(log)).toEqual(limits);
});
