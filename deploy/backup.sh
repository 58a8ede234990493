#!/bin/sh
# Backs up the database once: writes a complete dump to BACKUP_DIR or none, records the time for platform_backup_timestamp_seconds, and
# keeps the newest BACKUP_KEEP dumps. The systemd timer and the Compose service run it (docs/guides/production.md#scheduled-backups).
set -eu

percent_decode() {
  rest="$1"
  while [ "${rest#*%}" != "$rest" ]; do
    printf %s "${rest%%\%*}"
    rest="${rest#*%}"
    printf %b "\\0$(printf %03o "0x${rest%"${rest#??}"}")"
    rest="${rest#??}"
  done
  printf %s "$rest"
}

: "${DATABASE_URL:?}" "${BACKUP_DIR:?}"
# pg_dump needs a direct connection to PostgreSQL, not a pooler in transaction mode.
database="${DATABASE_DIRECT_URL:-$DATABASE_URL}"
location="${database#*://}"
authority="${location%%[/?]*}"
case "$authority" in
*:*@*)
  # Every user of the machine can read a program's arguments; only root and this user can read its environment.
  login="${authority%@*}"
  PGPASSWORD="$(percent_decode "${login#*:}")"
  export PGPASSWORD
  database="${database%%://*}://${login%%:*}@${authority##*@}${location#"$authority"}"
  ;;
esac
# One dump per day: a retry replaces the day's dump, so that repeated failures can't push out older dumps.
dump="$BACKUP_DIR/platform-$(date -u +%Y%m%d).dump"

umask 077
mkdir -p "$BACKUP_DIR"
# Two backups at the same time would write to the same file.
exec 9> "$BACKUP_DIR/.lock"
flock --nonblock 9 || { echo 'Another backup is running.' >&2; exit 1; }
# Left by a backup that was killed.
rm -f "$BACKUP_DIR"/platform-*.dump.part
trap 'rm -f "$dump.part"' EXIT
# dash doesn't run the EXIT trap when a signal ends it.
trap 'exit 143' TERM INT HUP
pg_dump --format=custom --file="$dump.part" "$database"
# Reads all of the dump; --list would read only the table of contents, which a truncated file still has.
pg_restore --file=/dev/null "$dump.part"
mv "$dump.part" "$dump"
sync "$BACKUP_DIR"

psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --dbname="$database" --command="
  INSERT INTO backups DEFAULT VALUES ON CONFLICT (id) DO UPDATE SET finished_at = excluded.finished_at"

ls -1 "$BACKUP_DIR"/platform-*.dump | sort -r | tail -n "+$((${BACKUP_KEEP:-14} + 1))" | while read -r old; do rm -f "$old"; done
echo "The backup is complete: $dump"
