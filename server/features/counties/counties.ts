import { asc } from 'drizzle-orm';
import type { County } from '../../../contract/entities/county';
import type { Database } from '../../db/database';
import { county } from '../../db/schema';

export async function listCounties(db: Database): Promise<County[]> {
  return db.select().from(county).orderBy(asc(county.name));
}
