import { openMigrations } from '#db/migrate/migrate.ts';

/** Runs a database's missing migrations one by one. */
export async function runMigrations(url: string): Promise<void> {
  const orm = await openMigrations(url);
  try {
    await orm.migrator.up();
  } finally {
    await orm.close();
  }
}
