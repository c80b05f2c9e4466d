/** The model provider for the gateway benchmark, in a separate process. */
import { startModelServer } from '@refbench/models/scripted-provider';

const words = 'some words of an answer '.repeat(10);
const server = await startModelServer({
  script: {
    rules: [
      // 50 events over two seconds.
      { when: { prompt: 'slow' }, say: words, chunk_ms: 40 },
      { say: words },
    ],
  },
});
process.send?.({ url: server.url });
