import { type Kysely, sql } from 'kysely';
import { ACTIONS } from '../../../../contract/actions.ts';
import type { SubstituteRight, SubstituteRights } from '../../../../contract/docflow.ts';
import type { InformatorSchema } from '../../schema.ts';

interface Row {
  readonly directing: string;
  readonly task: string;
  readonly action: SubstituteRight['action'];
  readonly may: number;
}

/**
 * What one person may decide about documents, split by whether another may do it for him: a substitution stands only where
 * the roles of both allow the decision.
 */
export async function selectSubstituteRights(
  read: Kysely<InformatorSchema>,
  absent: string,
  acting: string,
): Promise<SubstituteRights> {
  const { rows } = await sql<Row>`
    SELECT directings.title AS directing, tasks.title AS task, actions.title AS action,
      CASE WHEN EXISTS (SELECT 1 FROM users AS acting JOIN role_tasks AS own ON own.role_id = acting.role_id
        WHERE acting.uid = ${acting} AND own.directing_id = theirs.directing_id
          AND own.task_id = theirs.task_id AND own.actions LIKE '%,' || actions.id || ',%')
        THEN 1 ELSE 0 END AS may
    FROM users AS absent
    JOIN role_tasks AS theirs ON theirs.role_id = absent.role_id
    JOIN actions ON theirs.actions LIKE '%,' || actions.id || ',%'
    JOIN directings ON directings.id = theirs.directing_id
    JOIN tasks ON tasks.id = theirs.task_id
    WHERE absent.uid = ${absent} AND actions.title IN (${ACTIONS.approve}, ${ACTIONS.acknowledge})
    ORDER BY directings.title, tasks.title, actions.id`.execute(read);
  const right = ({ directing, task, action }: Row): SubstituteRight => ({ directing, task, action });
  return {
    covered: rows.filter(({ may }) => Number(may) === 1).map(right),
    missing: rows.filter(({ may }) => Number(may) === 0).map(right),
  };
}

/** Whether naming somebody would be of no use: there is something to decide, and nothing of it would be his. */
export const coversNothing = ({ covered, missing }: SubstituteRights): boolean =>
  covered.length === 0 && missing.length > 0;
