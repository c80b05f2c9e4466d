import { RefbenchError } from '@refbench/contracts';
import { Redis } from 'ioredis';

/** The longest pause between two tries to connect again, in milliseconds. */
const MAX_RETRY_MS = 2000;

/**
 * Connects to Redis, and again whenever the connection is lost.
 * @param url for example `redis://:password@10.0.0.5:6379/0` or `rediss://...`
 * @param onError told about every failure; connections go on trying
 * @throws RefbenchError kind `usage` if the address is none
 */
export function connectRedis(url: string, onError: (error: Error) => void): Redis {
  if (!/^rediss?:\/\/./.test(url) || !URL.canParse(url)) {
    throw new RefbenchError({
      kind: 'usage',
      message: `"${url}" is not the address of a Redis server`,
      hint: 'write for example redis://10.0.0.5:6379',
    });
  }
  const redis = new Redis(url, {
    // Required by BullMQ: a blocked worker waits for the server as long as it takes.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(100 * times, MAX_RETRY_MS),
  });
  redis.on('error', onError);
  return redis;
}
