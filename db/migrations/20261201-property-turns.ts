import { Migration } from '@mikro-orm/migrations';

/**
 * Changes that make a property ready for its next guest, or no longer, take turns at the property, where all changes of a team's tasks
 * used to. `tasks.turn` stays for processes of the release before.
 */
export class PropertyTurns extends Migration {
  override up(): void {
    this.addSql(
      'CREATE TABLE tasks.property_turn (property_id bigint PRIMARY KEY, at timestamptz(3) NOT NULL)',
    );
  }
}
