import { Migration } from '@mikro-orm/migrations';
import { definitionsOf } from '../migrate/definitions.ts';

/**
 * Running sums of developers' ledgers: balances by app or theme and currency, and charges by month. Triggers keep them
 * (subgraphs/apps/billing/store/functions.sql), so that processes of the previous release do too.
 */
export class AppBalances extends Migration {
  override async up(): Promise<void> {
    // The triggers have to begin with the sums: the previous release's processes add entries in the meantime.
    this.addSql(`
      CREATE TABLE apps.app_balances (
        product text NOT NULL CHECK (product IN ('app', 'theme')),
        product_id integer NOT NULL,
        currency text NOT NULL,
        earned bigint NOT NULL DEFAULT 0,
        pending bigint NOT NULL DEFAULT 0,
        paid_out bigint NOT NULL DEFAULT 0,
        PRIMARY KEY (product, product_id, currency)
      ) WITH (fillfactor = 80);
      CREATE TABLE apps.app_revenue (
        month date NOT NULL,
        currency text NOT NULL,
        product text NOT NULL CHECK (product IN ('app', 'theme')),
        product_id integer NOT NULL,
        amount bigint NOT NULL,
        share bigint NOT NULL,
        PRIMARY KEY (month, currency, product, product_id)
      ) WITH (fillfactor = 80);
      CREATE INDEX ledger_entries_of_charge ON apps.ledger_entries (charge_id) WHERE charge_id IS NOT NULL;
      CREATE INDEX ledger_entries_of_invoice ON apps.ledger_entries (invoice_id) WHERE invoice_id IS NOT NULL;
      CREATE INDEX app_invoices_by_status ON apps.app_invoices (status, id);
      CREATE INDEX app_invoices_search ON apps.app_invoices USING gin (lower(number) gin_trgm_ops);
    `);
    this.addSql(await definitionsOf('apps/billing'));
    this.addSql(`
      WITH entries AS (
        SELECT ${PRODUCT}, e.currency, e.amount - e.share AS net, coalesce(i.status = 'paid', false) AS is_paid
        FROM apps.ledger_entries e
        LEFT JOIN apps.charges c ON c.id = e.charge_id
        LEFT JOIN apps.app_invoices i ON i.id = coalesce(c.invoice_id, e.invoice_id)
      ), paid_out AS (
        SELECT ${PRODUCT}, e.currency, sum(e.amount) AS amount FROM apps.app_payouts e GROUP BY 1, 2, 3
      )
      INSERT INTO apps.app_balances (product, product_id, currency, earned, pending, paid_out)
      SELECT e.product, e.product_id, e.currency, coalesce(sum(e.net) FILTER (WHERE e.is_paid), 0),
        coalesce(sum(e.net) FILTER (WHERE NOT e.is_paid), 0), coalesce(max(p.amount), 0)
      FROM entries e LEFT JOIN paid_out p USING (product, product_id, currency)
      GROUP BY 1, 2, 3;

      INSERT INTO apps.app_revenue (month, currency, product, product_id, amount, share)
      SELECT date_trunc('month', coalesce(c.day, (e.at AT TIME ZONE 'UTC')::date))::date, e.currency, ${PRODUCT},
        sum(e.amount), sum(e.share)
      FROM apps.ledger_entries e LEFT JOIN apps.charges c ON c.id = e.charge_id
      GROUP BY 1, 2, 3, 4;
    `);
  }
}

/** The product of a row `e`. */
const PRODUCT = `CASE WHEN e.theme_id IS NULL THEN 'app' ELSE 'theme' END AS product, coalesce(e.theme_id, e.app_id) AS product_id`;
