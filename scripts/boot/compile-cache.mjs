// Loaded before anything else: what Node has compiled once it need not compile again, so that commands start in half the time.
// Not by NODE_COMPILE_CACHE, which every program started from here would take over.
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

nodeModule.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
