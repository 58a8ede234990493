#!/bin/sh
# Backs up the database once: a dump in BACKUP_DIR that is complete or absent, the last BACKUP_KEEP of them, and a record for
# platform_backup_timestamp_seconds. The systemd timer and Compose's service run it (docs/guides/production.md#scheduled-backups).
set -eu

: "${DATABASE_URL:?}" "${BACKUP_DIR:?}"
# A dump needs PostgreSQL itself, not a pooler in transaction mode.
database="${DATABASE_DIRECT_URL:-$DATABASE_URL}"
dump="$BACKUP_DIR/platform-$(date -u +%Y%m%dT%H%M%SZ).dump"

umask 077
mkdir -p "$BACKUP_DIR"
trap 'rm -f "$dump.part"' EXIT
pg_dump --format=custom --file="$dump.part" "$database"
# Reads the table of contents: a truncated file fails here.
pg_restore --list "$dump.part" > /dev/null
mv "$dump.part" "$dump"
sync "$BACKUP_DIR"

ls -1 "$BACKUP_DIR"/platform-*.dump | sort -r | tail -n "+$((${BACKUP_KEEP:-14} + 1))" | while read -r old; do rm -f "$old"; done

psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --dbname="$database" --command="
  INSERT INTO backups DEFAULT VALUES ON CONFLICT (id) DO UPDATE SET finished_at = excluded.finished_at"
echo "The backup is complete: $dump"
