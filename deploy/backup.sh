#!/bin/sh
# Backs up the database once: writes a complete dump to BACKUP_DIR or none, keeps the last BACKUP_KEEP dumps, and records the time for
# platform_backup_timestamp_seconds. The systemd timer and the Compose service run it (docs/guides/production.md#scheduled-backups).
set -eu

: "${DATABASE_URL:?}" "${BACKUP_DIR:?}"
# pg_dump needs a direct connection to PostgreSQL, not a pooler in transaction mode.
database="${DATABASE_DIRECT_URL:-$DATABASE_URL}"
dump="$BACKUP_DIR/platform-$(date -u +%Y%m%dT%H%M%SZ).dump"

umask 077
mkdir -p "$BACKUP_DIR"
trap 'rm -f "$dump.part"' EXIT
pg_dump --format=custom --file="$dump.part" "$database"
# Reads the table of contents, which fails for a truncated file.
pg_restore --list "$dump.part" > /dev/null
mv "$dump.part" "$dump"
sync "$BACKUP_DIR"

ls -1 "$BACKUP_DIR"/platform-*.dump | sort -r | tail -n "+$((${BACKUP_KEEP:-14} + 1))" | while read -r old; do rm -f "$old"; done

psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --dbname="$database" --command="
  INSERT INTO backups DEFAULT VALUES ON CONFLICT (id) DO UPDATE SET finished_at = excluded.finished_at"
echo "The backup is complete: $dump"
