-- Running sums of developers' ledgers (db/migrations/20270201-app-balances.ts). A transaction holds a product's row in
-- app_balances until it ends, so it locks installs and subscriptions before it changes the ledger or a statement.

CREATE OR REPLACE FUNCTION apps.add_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sold_as text := CASE WHEN NEW.theme_id IS NULL THEN 'app' ELSE 'theme' END;
  sold integer := coalesce(NEW.theme_id, NEW.app_id);
  net bigint := NEW.amount - NEW.share;
  charged_on date;
  on_invoice bigint;
  is_paid boolean;
BEGIN
  SELECT day, invoice_id INTO charged_on, on_invoice FROM apps.charges WHERE id = NEW.charge_id;
  is_paid := EXISTS (
    SELECT FROM apps.app_invoices WHERE id = coalesce(on_invoice, NEW.invoice_id) AND status = 'paid');
  INSERT INTO apps.app_balances AS b (product, product_id, currency, earned, pending)
  VALUES (sold_as, sold, NEW.currency, CASE WHEN is_paid THEN net ELSE 0 END, CASE WHEN is_paid THEN 0 ELSE net END)
  ON CONFLICT (product, product_id, currency)
  DO UPDATE SET earned = b.earned + excluded.earned, pending = b.pending + excluded.pending;
  INSERT INTO apps.app_revenue AS r (month, currency, product, product_id, amount, share)
  VALUES (date_trunc('month', coalesce(charged_on, (NEW.at AT TIME ZONE 'UTC')::date))::date,
    NEW.currency, sold_as, sold, NEW.amount, NEW.share)
  ON CONFLICT (month, currency, product, product_id)
  DO UPDATE SET amount = r.amount + excluded.amount, share = r.share + excluded.share;
  RETURN NULL;
END $$;

-- A statement's earnings count while it's paid: they're pending again once its payment is taken back.
CREATE OR REPLACE FUNCTION apps.count_paid_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  direction integer := CASE WHEN NEW.status = 'paid' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO apps.app_balances AS b (product, product_id, currency, earned, pending)
  SELECT CASE WHEN theme_id IS NULL THEN 'app' ELSE 'theme' END, coalesce(theme_id, app_id), currency,
    direction * sum(amount - share), -direction * sum(amount - share) FROM (
    SELECT e.* FROM apps.charges c JOIN apps.ledger_entries e ON e.charge_id = c.id WHERE c.invoice_id = NEW.id
    UNION ALL
    SELECT e.* FROM apps.ledger_entries e WHERE e.invoice_id = NEW.id
  ) entries
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (product, product_id, currency)
  DO UPDATE SET earned = b.earned + excluded.earned, pending = b.pending + excluded.pending;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION apps.count_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO apps.app_balances AS b (product, product_id, currency, paid_out)
  VALUES (CASE WHEN NEW.theme_id IS NULL THEN 'app' ELSE 'theme' END, coalesce(NEW.theme_id, NEW.app_id), NEW.currency, NEW.amount)
  ON CONFLICT (product, product_id, currency) DO UPDATE SET paid_out = b.paid_out + excluded.paid_out;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER add_to_balance AFTER INSERT ON apps.ledger_entries
  FOR EACH ROW EXECUTE FUNCTION apps.add_ledger_entry();
CREATE OR REPLACE TRIGGER count_as_earned AFTER UPDATE OF status ON apps.app_invoices
  FOR EACH ROW WHEN ((new.status = 'paid') <> (old.status = 'paid'))
  EXECUTE FUNCTION apps.count_paid_invoice();
CREATE OR REPLACE TRIGGER count_as_paid_out AFTER INSERT ON apps.app_payouts
  FOR EACH ROW EXECUTE FUNCTION apps.count_payout();
