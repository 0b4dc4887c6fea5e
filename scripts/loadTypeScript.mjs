/** For `node --import`: loads TypeScript in worker threads as well, which `--import tsx` does not. */
import { register } from 'tsx/esm/api';

register();
