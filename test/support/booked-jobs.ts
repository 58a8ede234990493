import type { TestDatabase } from './database.ts';

/**
 * Copies every job booked from now on, including events, to the table `booked_jobs (name, data)`: the queue
 * deletes completed jobs.
 */
export async function recordJobs({ query }: Pick<TestDatabase, 'query'>): Promise<void> {
  await query('CREATE TABLE booked_jobs (name text NOT NULL, data jsonb)');
  await query(`
    CREATE FUNCTION record_job() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO public.booked_jobs VALUES (NEW.name, NEW.data);
        RETURN NULL;
      END $$`);
  await query(
    'CREATE TRIGGER record_job AFTER INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION public.record_job()',
  );
}
