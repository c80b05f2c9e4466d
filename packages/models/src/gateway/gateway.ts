import { randomBytes } from 'node:crypto';
import { RefbenchError } from '@refbench/contracts';
import { EnvHttpProxyAgent, Agent, type Dispatcher } from 'undici';
import { nanoFromUsd, usdFromNano } from '../money.ts';
import type { ModelPrice } from '../prices/price-schema.ts';
import { requirePrice, type PriceTable } from '../prices/price-table.ts';
import { openAttemptGate, type AttemptGate } from './attempt-gate.ts';
import { Budget } from './budget.ts';
import { keyRedactor } from './key-redactor.ts';
import { Ledger } from './ledger.ts';
import { GATEWAY_LIMITS, type GatewayLimits } from './limits.ts';
import { BudgetWaiter } from './budget-waiter.ts';
import { sweepSocketFolders } from './socket-folder.ts';
import { UPSTREAM_VARIABLES, type Upstreams } from './upstreams.ts';

export interface GatewayOptions {
  /** The folder for sockets. */
  readonly stateDir: string;
  /** The ledger of the run, which persists over restarts. */
  readonly ledgerFile: string;
  readonly prices: PriceTable;
  readonly upstreams: Upstreams;
  /** Null if only the budgets of attempts apply. */
  readonly runBudgetUsd: number | null;
  readonly limits?: Partial<GatewayLimits>;
}

interface OpenAttemptOptions {
  /**
   * The name of the attempt in the ledger. An attempt with the same name continues with its remaining
   * budget.
   */
  readonly attempt: string;
  /** The models that it may call. */
  readonly models: readonly string[];
  readonly budgetUsd: number;
  /** The part of the budget that was already spent, e.g. by earlier attempts at the same task. */
  readonly spentBeforeUsd?: number;
  /** The file to which a JSON line per request is appended. */
  readonly usageFile: string;
}

/** The access of a run to the models. It holds the keys. Agents only get a token per attempt. */
export interface Gateway extends AsyncDisposable {
  /**
   * Opens a socket for one attempt.
   * @throws RefbenchError kind `usage` when a model has no price or its provider no key
   */
  readonly openAttempt: (options: OpenAttemptOptions) => Promise<AttemptGate>;
  /** The settled cost of all attempts in the ledger whose names have the prefix. */
  readonly spentUsd: (prefix?: string) => number;
  /** How often providers said that they get too many requests. */
  readonly rateLimited: () => number;
}

/** @throws RefbenchError kind `disk` when the ledger cannot be opened */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const limits = { ...GATEWAY_LIMITS, ...options.limits };
  await sweepSocketFolders(options.stateDir, false);
  const ledger = await Ledger.open(options.ledgerFile);
  const runLimit = options.runBudgetUsd === null ? null : nanoFromUsd(options.runBudgetUsd);
  const run = new Budget(runLimit, ledger.spent());
  const waiter = new BudgetWaiter();
  const dispatcher = createDispatcher();
  const keys = Object.values(options.upstreams).map(({ apiKey }) => apiKey);
  const redactor = keyRedactor(keys);
  const gates = new Set<AttemptGate>();
  let rateLimited = 0;
  return {
    async openAttempt(attempt) {
      const models = new Map(
        attempt.models.map((model) => [model, priceOrRefuse(model, options)] as const),
      );
      const before = nanoFromUsd(attempt.spentBeforeUsd ?? 0);
      const spent = ledger.totalsOf(attempt.attempt).nano + before;
      const gate = await openAttemptGate({
        ...attempt,
        models,
        token: `rb-${randomBytes(24).toString('base64url')}`,
        stateDir: options.stateDir,
        budgets: { attempt: new Budget(nanoFromUsd(attempt.budgetUsd), spent), run },
        waiter,
        ledger,
        dispatcher,
        redactor,
        upstreams: options.upstreams,
        limits,
        onRateLimited: () => {
          rateLimited += 1;
        },
        onClosed: (closed) => gates.delete(closed),
      });
      gates.add(gate);
      return gate;
    },
    spentUsd: (prefix) => usdFromNano(ledger.spent(prefix)),
    rateLimited: () => rateLimited,
    async [Symbol.asyncDispose]() {
      await Promise.all([...gates].map((gate) => gate[Symbol.asyncDispose]()));
      await dispatcher.destroy();
      await ledger[Symbol.asyncDispose]();
    },
  };
}

/** Creates the HTTP dispatcher. Connections are reused, and a proxy in the environment is used. */
function createDispatcher(): Dispatcher {
  const options = { connect: { timeout: 20_000 }, pipelining: 1 };
  const { HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy } = process.env;
  const proxy = HTTPS_PROXY ?? https_proxy ?? HTTP_PROXY ?? http_proxy ?? '';
  return proxy === '' ? new Agent(options) : new EnvHttpProxyAgent(options);
}

/**
 * Returns the price of a model that can be called.
 * @throws RefbenchError kind `usage` when it has no price or its provider no key
 */
export function priceOrRefuse(
  model: string,
  { prices, upstreams }: Pick<GatewayOptions, 'prices' | 'upstreams'>,
): ModelPrice {
  const price = requirePrice(prices, model);
  const { provider } = price;
  if (provider !== undefined && upstreams[provider] === undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: `model "${model}" needs an API key, but ${UPSTREAM_VARIABLES[provider].key} is not set`,
      hint: `set ${UPSTREAM_VARIABLES[provider].key} (and ${UPSTREAM_VARIABLES[provider].url} for another address)`,
    });
  }
  if (Object.keys(upstreams).length === 0) {
    const keys = Object.values(UPSTREAM_VARIABLES).map(({ key }) => key);
    throw new RefbenchError({
      kind: 'usage',
      message: `model "${model}" needs an API key, but no key is set`,
      hint: `set one of ${keys.join(', ')}`,
    });
  }
  return price;
}
