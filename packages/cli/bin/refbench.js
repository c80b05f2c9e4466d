#!/usr/bin/env node
import { freshBundle } from './fresh-bundle.js';

await import(freshBundle() ?? '../dist/main.js');
