import type { RunView } from '@refbench/evidence';
import { render } from 'preact';
import { App } from './app.tsx';
import { embeddedSource } from './data/embedded-source.ts';
import { httpSource } from './data/http-source.ts';

const embedded = document.getElementById('run-view')?.textContent;
const source =
  embedded === undefined ? httpSource() : embeddedSource(JSON.parse(embedded ?? '') as RunView);
const root = document.getElementById('app');
if (root !== null) render(<App source={source} />, root);
