import type { Protocol } from '../protocol/protocol.ts';
import { renderChat } from './render-chat.ts';
import { renderGemini } from './render-gemini.ts';
import { renderMessages } from './render-messages.ts';
import { renderResponses } from './render-responses.ts';
import type { Reply } from './reply.ts';
import type { Rendered } from './rendered.ts';

export function render(protocol: Protocol['name'], reply: Reply): Rendered {
  switch (protocol) {
    case 'anthropic-messages':
      return renderMessages(reply);
    case 'openai-chat':
      return renderChat(reply);
    case 'openai-responses':
      return renderResponses(reply);
    case 'gemini':
      return renderGemini(reply);
  }
}
