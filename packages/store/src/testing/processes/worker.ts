import { isPostgresUrl, openPostgres, openSqlite } from '../../index.ts';

// A process that takes one task and never comes to its end with it. It says when it has begun, and is killed then.
const [address = ''] = process.argv.slice(2);
const store = isPostgresUrl(address) ? await openPostgres(address) : await openSqlite(address);
await store.queue.work({
  lease: 1,
  isDead: async () => false,
  run: () => new Promise(() => void process.stdout.write('begun\n')),
  onError: (error) => {
    throw error;
  },
});
