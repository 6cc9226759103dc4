CREATE INDEX attachments_by_blob ON attachments (blob_id);

CREATE UNIQUE INDEX attachments_by_item ON attachments (item_id, content_hash) WHERE removed_at IS NULL;

CREATE INDEX attachments_of_item ON attachments (item_id, id);

CREATE INDEX attachments_removed ON attachments (removed_at) WHERE removed_at IS NOT NULL;

CREATE INDEX briefing_items_by_item ON briefing_items (item_id, state);

CREATE INDEX briefing_parts_by_blob ON briefing_parts (blob_id);

CREATE INDEX briefings_by_blob ON briefings (blob_id) WHERE blob_id IS NOT NULL;

CREATE INDEX briefings_by_created ON briefings (created_at DESC, id DESC);

CREATE INDEX briefings_by_item ON briefings (item_id, created_at DESC, id DESC) WHERE item_id IS NOT NULL;

CREATE INDEX briefings_deleted ON briefings (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE INDEX collect_pictures_by_blob ON collect_pictures (blob_id);

CREATE INDEX collect_pictures_by_run ON collect_pictures (run_id);

CREATE INDEX collect_proposals_by_item ON collect_proposals (item_id) WHERE item_id IS NOT NULL;

CREATE INDEX collect_proposals_by_picture ON collect_proposals (picture_id) WHERE picture_id IS NOT NULL;

CREATE UNIQUE INDEX collect_proposals_by_run ON collect_proposals (run_id, slug);

CREATE INDEX collect_proposals_in_order ON collect_proposals (run_id, position);

CREATE INDEX collect_proposals_undecided ON collect_proposals (run_id) WHERE decision IS NULL;

CREATE INDEX collect_runs_by_collection ON collect_runs (collection_id, created_at, id);

CREATE INDEX collect_runs_unfinished ON collect_runs (created_at) WHERE finished_at IS NULL;

CREATE UNIQUE INDEX collect_staging_by_run ON collect_staging (run_id, slug);

CREATE INDEX collect_staging_in_order ON collect_staging (run_id, position);

CREATE UNIQUE INDEX collection_items_by_slug ON collection_items (collection_id, slug);

CREATE UNIQUE INDEX collection_items_by_url ON collection_items (collection_id, loose_url);

CREATE INDEX collection_items_members ON collection_items (collection_id, item_id);

CREATE INDEX cross_syntheses_by_own_item ON cross_syntheses (own_item_id);

CREATE INDEX cross_syntheses_by_peer_item ON cross_syntheses (peer_item_id);

CREATE INDEX digests_by_use ON digests (used_at);

CREATE INDEX egress_by_host ON egress (host, id);

CREATE INDEX egress_by_time ON egress (at);

CREATE UNIQUE INDEX embedding_changes_running ON embedding_changes (state) WHERE state = 'running';

CREATE INDEX hive_inbox_by_item ON hive_inbox (item_id);

CREATE INDEX hive_inbox_by_state ON hive_inbox (state, received_at DESC, id DESC);

CREATE INDEX hive_inbox_by_thread ON hive_inbox (peer_id, thread, revision DESC);

CREATE INDEX hive_origins_by_thread ON hive_origins (peer_id, thread);

CREATE INDEX hive_shares_by_item ON hive_shares (item_id, peer_id, revision DESC);

CREATE INDEX hive_shares_by_peer ON hive_shares (peer_id);

CREATE INDEX hive_shares_by_time ON hive_shares (at DESC, id DESC);

CREATE INDEX item_tags_by_tag ON item_tags (tag_id, item_id);

CREATE INDEX item_titles_by_name ON item_titles (folded, item_id);

CREATE INDEX item_titles_recent ON item_titles (changed_at DESC, item_id DESC, folded);

CREATE INDEX item_versions_unpacked ON item_versions (item_id, at) WHERE chunks IS NULL;

CREATE INDEX items_by_confidence ON items (confidence, last_validated_at, id) WHERE deleted_at IS NULL;

CREATE INDEX items_by_created ON items (created_at DESC, id DESC) WHERE deleted_at IS NULL;

CREATE INDEX items_by_title ON items (title COLLATE NOCASE, id) WHERE deleted_at IS NULL;

CREATE INDEX items_by_updated ON items (updated_at DESC, id DESC) WHERE deleted_at IS NULL;

CREATE INDEX items_deleted ON items (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;

CREATE INDEX items_pinned ON items (created_at DESC, id DESC) WHERE deleted_at IS NULL AND pinned = 1;

CREATE INDEX items_private ON items (id) WHERE private = 1;

CREATE INDEX items_reflected ON items (private, updated_at DESC, id DESC)
        WHERE deleted_at IS NULL AND kind IN ('thought', 'research', 'collected');

CREATE INDEX items_to_embed ON items (id, content_hash, private, length(body))
        WHERE deleted_at IS NULL AND NOT (title = 'Untitled' AND excerpt = '');

CREATE INDEX jobs_by_item ON jobs (item_id, status) WHERE item_id IS NOT NULL;

CREATE INDEX jobs_cancelled ON jobs (finished_at, id) WHERE status = 'cancelled';

CREATE INDEX jobs_dead ON jobs (finished_at, id) WHERE status = 'dead';

CREATE INDEX jobs_delayed ON jobs (next_run_at, id) WHERE status = 'pending' AND due = 0;

CREATE INDEX jobs_done ON jobs (finished_at, id) WHERE status = 'done';

CREATE INDEX jobs_due ON jobs (gate, lane, priority, next_run_at, id) WHERE status = 'pending' AND due = 1;

CREATE UNIQUE INDEX jobs_live_key ON jobs (dedupe_key) WHERE dedupe_key IS NOT NULL AND status IN ('pending', 'running');

CREATE INDEX jobs_running ON jobs (started_at, id) WHERE status = 'running';

CREATE INDEX links_by_target ON links (to_id);

CREATE INDEX model_calls_by_job ON model_calls (job_id, attempt, started_at);

CREATE INDEX orchestrations_by_item ON orchestrations (item_id, created_at DESC, id DESC);

CREATE INDEX orchestrations_by_kept ON orchestrations (kept_item_id) WHERE kept_item_id IS NOT NULL;

CREATE INDEX reflection_citations_by_item ON reflection_citations (item_id);

CREATE INDEX reflection_findings_by_reflection ON reflection_findings (reflection_id, position);

CREATE INDEX reflection_findings_captured ON reflection_findings (captured_id) WHERE captured_id IS NOT NULL;

CREATE INDEX reflection_findings_open ON reflection_findings (kind, created_at DESC, position) WHERE state = 'open' AND superseded = 0;

CREATE INDEX reflection_items_by_item ON reflection_items (item_id);

CREATE INDEX reflections_by_job ON reflections (job_id) WHERE job_id IS NOT NULL;

CREATE INDEX reflections_by_report ON reflections (report_id) WHERE report_id IS NOT NULL;

CREATE INDEX reflections_by_time ON reflections (created_at DESC, id DESC);

CREATE INDEX reflections_done ON reflections (until DESC, id DESC) WHERE state = 'done';

CREATE INDEX research_runs_by_item ON research_runs (item_id, created_at DESC, id DESC);

CREATE INDEX research_runs_by_job ON research_runs (job_id);

CREATE INDEX research_runs_by_owner ON research_runs (owner_id);

CREATE INDEX research_runs_by_report ON research_runs (report_id);

CREATE INDEX research_runs_by_time ON research_runs (created_at DESC, id DESC);

CREATE INDEX schedule_runs_job ON schedule_runs (job_id) WHERE job_id IS NOT NULL;

CREATE INDEX schedule_runs_label ON schedule_runs (schedule_id, slot) WHERE slot IS NOT NULL;

CREATE INDEX schedule_runs_newest ON schedule_runs (schedule_id, id);

CREATE UNIQUE INDEX schedule_runs_slot ON schedule_runs (schedule_id, slot_at) WHERE slot_at IS NOT NULL;

CREATE INDEX search_documents_attached ON search_documents (item_id, document) WHERE attachment_id IS NOT NULL;

CREATE INDEX search_documents_by_item ON search_documents (item_id);

CREATE UNIQUE INDEX search_documents_of_items ON search_documents (item_id) WHERE attachment_id IS NULL;

CREATE INDEX search_documents_unfinished ON search_documents (document) WHERE indexed < length;

CREATE INDEX telegram_files_due ON telegram_files (next_at) WHERE failure IS NULL;

CREATE INDEX telegram_files_item ON telegram_files (item_id);

CREATE INDEX telegram_messages_album ON telegram_messages (bot_id, chat_id, album) WHERE album IS NOT NULL;

CREATE INDEX telegram_messages_item ON telegram_messages (item_id);

CREATE INDEX telegram_messages_newest ON telegram_messages (saved_at);

CREATE INDEX theses_by_item ON theses (item_id, created_at DESC, id DESC);

CREATE INDEX thesis_clashes_by_item ON thesis_clashes (item_id);

CREATE INDEX thesis_clashes_by_other ON thesis_clashes (other_id);

CREATE INDEX thesis_clashes_newest ON thesis_clashes (at DESC, thesis_id DESC, position);

CREATE INDEX thesis_marks_by_thesis ON thesis_marks (thesis_id);

CREATE INDEX thesis_marks_open ON thesis_marks (at DESC, item_id DESC) WHERE open_gates > 0;

CREATE INDEX vectors_by_model ON vectors (model_id, item_id, content_hash) WHERE chunk = 0;

CREATE INDEX wikilinks_by_target ON wikilinks (target_id) WHERE target_id IS NOT NULL;

CREATE INDEX wikilinks_open_base ON wikilinks (base) WHERE target_id IS NULL;

CREATE INDEX wikilinks_open_folded ON wikilinks (folded) WHERE target_id IS NULL;

CREATE TABLE api_tokens (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
        scopes TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER,
        last_used_at INTEGER,
        revoked_at INTEGER
      ) STRICT;

CREATE TABLE attachment_previews (
        attachment_id TEXT PRIMARY KEY REFERENCES attachments(id) ON DELETE CASCADE,
        mime TEXT NOT NULL,
        bytes BLOB NOT NULL
      ) STRICT;

CREATE TABLE attachment_texts (
        attachment_id TEXT PRIMARY KEY REFERENCES attachments(id) ON DELETE CASCADE,
        text TEXT NOT NULL,
        page_starts TEXT NOT NULL
      ) STRICT;

CREATE TABLE attachment_uploads (
        id TEXT PRIMARY KEY,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        begun_at INTEGER NOT NULL
      ) STRICT;

CREATE TABLE attachments (
        id TEXT PRIMARY KEY,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        blob_id TEXT NOT NULL REFERENCES blobs(id),
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        content_hash TEXT NOT NULL,
        width INTEGER,
        height INTEGER,
        pages INTEGER,
        text_state TEXT NOT NULL,
        text_note TEXT NOT NULL DEFAULT '',
        excerpt TEXT NOT NULL DEFAULT '',
        created_at INTEGER NOT NULL,
        removed_at INTEGER
      ) STRICT;

CREATE TABLE blobs (
        id TEXT PRIMARY KEY,
        mime TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        wrapped_key BLOB NOT NULL,
        created_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;

CREATE TABLE briefing_items (
        briefing_id TEXT NOT NULL REFERENCES briefings(id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        state TEXT NOT NULL,
        PRIMARY KEY (briefing_id, position)
      ) STRICT, WITHOUT ROWID;

CREATE TABLE briefing_parts (
        briefing_id TEXT NOT NULL REFERENCES briefings(id) ON DELETE CASCADE,
        key TEXT NOT NULL,
        blob_id TEXT NOT NULL REFERENCES blobs(id),
        sample_rate INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (briefing_id, key)
      ) STRICT, WITHOUT ROWID;

CREATE TABLE "briefings" (
        id TEXT PRIMARY KEY,
        item_id TEXT REFERENCES items(id) ON DELETE CASCADE,
        scope TEXT NOT NULL,
        scope_words TEXT NOT NULL DEFAULT '',
        asked INTEGER NOT NULL DEFAULT 1,
        job_id TEXT,
        status TEXT NOT NULL,
        script TEXT,
        language TEXT,
        engine_kind TEXT,
        engine_label TEXT,
        places TEXT NOT NULL DEFAULT '[]',
        over_count INTEGER NOT NULL DEFAULT 0,
        blob_id TEXT REFERENCES blobs(id),
        duration_ms REAL,
        voice TEXT,
        sentences TEXT NOT NULL DEFAULT '[]',
        voice_notice TEXT,
        error TEXT,
        position_ms REAL NOT NULL DEFAULT 0,
        heard_at INTEGER,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER,
        CHECK ((scope = 'item') = (item_id IS NOT NULL))
      ) STRICT;

CREATE TABLE collect_ledger (
        run_id TEXT NOT NULL REFERENCES collect_runs(id) ON DELETE CASCADE,
        url TEXT NOT NULL,
        status TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (run_id, url)
      ) STRICT, WITHOUT ROWID;

CREATE TABLE collect_log (
        run_id TEXT NOT NULL REFERENCES collect_runs(id) ON DELETE CASCADE,
        n INTEGER NOT NULL,
        at INTEGER NOT NULL,
        level TEXT NOT NULL,
        message TEXT NOT NULL,
        PRIMARY KEY (run_id, n)
      ) STRICT, WITHOUT ROWID;

CREATE TABLE collect_pictures (
        id TEXT PRIMARY KEY,
        run_id TEXT NOT NULL REFERENCES collect_runs(id) ON DELETE CASCADE,
        blob_id TEXT NOT NULL REFERENCES blobs(id) ON DELETE CASCADE,
        content_hash TEXT NOT NULL,
        width INTEGER,
        height INTEGER
      ) STRICT;

CREATE TABLE collect_proposals (
        position INTEGER PRIMARY KEY,
        run_id TEXT NOT NULL REFERENCES collect_runs(id) ON DELETE CASCADE,
        slug TEXT NOT NULL,
        kind TEXT NOT NULL,
        decision TEXT,
        json TEXT NOT NULL,
        before TEXT,
        base_hash TEXT,
        item_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        picture_id TEXT REFERENCES collect_pictures(id) ON DELETE SET NULL,
        note TEXT NOT NULL DEFAULT '',
        undo TEXT
      ) STRICT;

CREATE TABLE collect_runs (
        id TEXT PRIMARY KEY,
        collection_id TEXT NOT NULL REFERENCES collections(id) ON DELETE CASCADE,
        job_id TEXT NOT NULL,
        mode TEXT NOT NULL,
        prompt TEXT NOT NULL,
        config TEXT NOT NULL,
        status TEXT NOT NULL,
        percent INTEGER NOT NULL DEFAULT 0,
        message TEXT NOT NULL DEFAULT '',
        steps TEXT NOT NULL,
        found INTEGER NOT NULL DEFAULT 0,
        pages INTEGER NOT NULL DEFAULT 0,
        tokens TEXT NOT NULL,
        warnings TEXT NOT NULL DEFAULT '[]',
        error TEXT,
        created_at INTEGER NOT NULL,
        started_at INTEGER,
        finished_at INTEGER
      ) STRICT;

CREATE TABLE collect_staging (
        position INTEGER PRIMARY KEY,
        run_id TEXT NOT NULL REFERENCES collect_runs(id) ON DELETE CASCADE,
        slug TEXT NOT NULL,
        json TEXT NOT NULL
      ) STRICT;

CREATE TABLE collect_url_history (
        collection_id TEXT NOT NULL REFERENCES collections(id) ON DELETE CASCADE,
        url TEXT NOT NULL,
        status TEXT NOT NULL,
        visited_at INTEGER NOT NULL,
        PRIMARY KEY (collection_id, url)
      ) STRICT, WITHOUT ROWID;

CREATE TABLE collection_items (
        item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE,
        collection_id TEXT NOT NULL REFERENCES collections(id) ON DELETE CASCADE,
        slug TEXT NOT NULL,
        -- The address without what does not count when items are compared.
        loose_url TEXT NOT NULL,
        name TEXT NOT NULL,
        category TEXT NOT NULL,
        facts TEXT NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;

CREATE TABLE collections (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        description TEXT NOT NULL,
        prompt TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;

CREATE TABLE cross_syntheses (
        item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE,
        peer_item_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        own_item_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        result TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

CREATE TABLE digests (
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        key TEXT NOT NULL,
        digest TEXT NOT NULL,
        used_at INTEGER NOT NULL,
        PRIMARY KEY (item_id, key)
      ) STRICT;

CREATE TABLE egress (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        day TEXT NOT NULL,
        host TEXT NOT NULL,
        path TEXT NOT NULL,
        method TEXT NOT NULL,
        kind TEXT NOT NULL,
        job_id TEXT,
        job_type TEXT,
        item_ids TEXT NOT NULL,
        status INTEGER,
        bytes_out INTEGER NOT NULL DEFAULT 0,
        bytes_in INTEGER NOT NULL DEFAULT 0,
        duration_ms INTEGER,
        failure TEXT,
        reason TEXT
      ) STRICT;

CREATE TABLE embedding_changes (
        id TEXT PRIMARY KEY,
        from_role TEXT,
        to_role TEXT,
        from_model TEXT NOT NULL,
        to_model TEXT NOT NULL,
        state TEXT NOT NULL,
        total INTEGER NOT NULL,
        done INTEGER NOT NULL DEFAULT 0,
        left_out INTEGER NOT NULL DEFAULT 0,
        busy_ms REAL NOT NULL DEFAULT 0,
        job_id TEXT,
        started_at INTEGER NOT NULL,
        ended_at INTEGER,
        kept_until INTEGER
      ) STRICT;

CREATE TABLE embedding_left_out (
        item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE,
        content_hash TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

CREATE TABLE events (seq INTEGER PRIMARY KEY, type TEXT NOT NULL, payload TEXT NOT NULL, at INTEGER NOT NULL) STRICT;

CREATE TABLE hive_files (
        peer_id TEXT NOT NULL REFERENCES hive_peers(id),
        name TEXT NOT NULL,
        size INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        problem TEXT,
        at INTEGER NOT NULL,
        PRIMARY KEY (peer_id, name)
      ) STRICT, WITHOUT ROWID;

CREATE TABLE hive_identity (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        name TEXT NOT NULL,
        sign_public BLOB NOT NULL,
        box_public BLOB NOT NULL,
        sealed TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;

CREATE TABLE hive_inbox (
        id TEXT PRIMARY KEY,
        peer_id TEXT NOT NULL REFERENCES hive_peers(id),
        thread TEXT NOT NULL,
        revision INTEGER NOT NULL,
        given_title TEXT NOT NULL,
        title TEXT NOT NULL,
        preview TEXT NOT NULL,
        body TEXT NOT NULL,
        tags TEXT NOT NULL,
        thesis TEXT,
        hidden_removed INTEGER NOT NULL,
        way TEXT NOT NULL,
        state TEXT NOT NULL,
        item_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        sent_at INTEGER NOT NULL,
        received_at INTEGER NOT NULL,
        decided_at INTEGER
      ) STRICT;

CREATE TABLE hive_origins (
        item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE,
        peer_id TEXT NOT NULL REFERENCES hive_peers(id),
        thread TEXT NOT NULL,
        revision INTEGER NOT NULL,
        sent_at INTEGER NOT NULL,
        left_hash TEXT NOT NULL,
        thesis_id TEXT
      ) STRICT, WITHOUT ROWID;

CREATE TABLE hive_peers (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        card_name TEXT NOT NULL,
        sign_public BLOB NOT NULL UNIQUE,
        box_public BLOB NOT NULL,
        code TEXT NOT NULL,
        verified_at INTEGER,
        blocked_at INTEGER,
        removed_at INTEGER,
        feed_folder TEXT,
        feed_problem TEXT,
        created_at INTEGER NOT NULL
      ) STRICT;

CREATE TABLE hive_seen (
        sign_public BLOB NOT NULL,
        message TEXT NOT NULL,
        entry_id TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (sign_public, message)
      ) STRICT, WITHOUT ROWID;

CREATE TABLE hive_shares (
        id TEXT PRIMARY KEY,
        peer_id TEXT NOT NULL REFERENCES hive_peers(id),
        item_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        thread TEXT NOT NULL,
        revision INTEGER NOT NULL,
        title TEXT NOT NULL,
        with_thesis INTEGER NOT NULL,
        way TEXT NOT NULL,
        state TEXT NOT NULL,
        file_name TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        verified INTEGER NOT NULL,
        at INTEGER NOT NULL
      ) STRICT;

CREATE TABLE item_reviews (
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        earlier_at INTEGER NOT NULL,
        PRIMARY KEY (item_id, at)
      ) STRICT, WITHOUT ROWID;

CREATE TABLE item_tags (
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        tag_id INTEGER NOT NULL REFERENCES tags(id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        PRIMARY KEY (item_id, tag_id)
      ) STRICT, WITHOUT ROWID;

CREATE TABLE item_titles (
        item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE,
        folded TEXT NOT NULL,
        changed_at INTEGER NOT NULL,
        picked_at INTEGER NOT NULL DEFAULT 0
      ) STRICT, WITHOUT ROWID;

CREATE TABLE item_versions (
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        given_title TEXT NOT NULL,
        body TEXT NOT NULL, written_at INTEGER NOT NULL DEFAULT 0, written_by TEXT NOT NULL DEFAULT '', reason TEXT NOT NULL DEFAULT 'sitting', private INTEGER NOT NULL DEFAULT 1, title TEXT NOT NULL DEFAULT '', characters INTEGER NOT NULL DEFAULT 0, text_hash TEXT NOT NULL DEFAULT '', chunks BLOB,
        PRIMARY KEY (item_id, at)
      ) STRICT;

CREATE TABLE items (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        source TEXT NOT NULL,
        title TEXT NOT NULL,
        given_title TEXT NOT NULL DEFAULT '',
        body TEXT NOT NULL,
        excerpt TEXT NOT NULL DEFAULT '',
        summary TEXT NOT NULL DEFAULT '',
        summary_by TEXT NOT NULL DEFAULT 'none',
        content_hash TEXT NOT NULL,
        pinned INTEGER NOT NULL DEFAULT 0,
        private INTEGER NOT NULL DEFAULT 0,
        confidence REAL NOT NULL,
        last_validated_at INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER
      , text_by TEXT NOT NULL DEFAULT '', text_added INTEGER NOT NULL DEFAULT 1) STRICT;

CREATE TABLE job_attempts (
        job_id TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        worker INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        finished_at INTEGER NOT NULL,
        outcome TEXT NOT NULL,
        error TEXT,
        error_code TEXT,
        server_words TEXT,
        PRIMARY KEY (job_id, number)
      ) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
        id TEXT PRIMARY KEY,
        type TEXT NOT NULL,
        payload TEXT NOT NULL,
        item_id TEXT,
        dedupe_key TEXT,
        priority INTEGER NOT NULL,
        lane INTEGER NOT NULL,
        status TEXT NOT NULL,
        due INTEGER NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        max_attempts INTEGER NOT NULL,
        next_run_at INTEGER NOT NULL,
        delay_ms INTEGER NOT NULL DEFAULT 0,
        claim_id TEXT,
        worker INTEGER,
        runs INTEGER NOT NULL DEFAULT 0,
        interruptions INTEGER NOT NULL DEFAULT 0,
        error TEXT,
        error_code TEXT,
        waiting_reason TEXT,
        result_note TEXT,
        changes TEXT,
        created_at INTEGER NOT NULL,
        started_at INTEGER,
        finished_at INTEGER
      , gate TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;

CREATE TABLE links (
        id TEXT PRIMARY KEY,
        from_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        to_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        score REAL NOT NULL,
        reason TEXT NOT NULL,
        rejected INTEGER NOT NULL DEFAULT 0,
        created_at INTEGER NOT NULL,
        UNIQUE (from_id, to_id, kind)
      ) STRICT;

CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT;

CREATE TABLE model_calls (
        id TEXT PRIMARY KEY,
        job_id TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE,
        attempt INTEGER NOT NULL,
        name TEXT NOT NULL,
        endpoint TEXT NOT NULL,
        model TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        duration_ms REAL NOT NULL,
        prompt_tokens INTEGER,
        output_tokens INTEGER,
        finish_reason TEXT,
        error_code TEXT,
        prompt TEXT NOT NULL,
        reply TEXT NOT NULL,
        reasoning TEXT NOT NULL
      ) STRICT;

CREATE TABLE model_capabilities (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE model_endpoints (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        base_url TEXT NOT NULL,
        api_key TEXT NOT NULL,
        headers TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        deleted_at INTEGER,
        roles TEXT
      ) STRICT;

CREATE TABLE orchestration_steps (
        orchestration_id TEXT NOT NULL REFERENCES orchestrations(id) ON DELETE CASCADE,
        id TEXT NOT NULL,
        position INTEGER NOT NULL,
        round INTEGER NOT NULL,
        tool TEXT NOT NULL,
        why TEXT NOT NULL,
        input TEXT NOT NULL,
        needs TEXT NOT NULL,
        status TEXT NOT NULL,
        text TEXT NOT NULL DEFAULT '',
        sources TEXT NOT NULL DEFAULT '[]',
        dropped INTEGER NOT NULL DEFAULT 0,
        thesis TEXT,
        engine_kind TEXT,
        engine_label TEXT,
        error TEXT,
        started_at INTEGER,
        finished_at INTEGER,
        PRIMARY KEY (orchestration_id, id)
      ) STRICT;

CREATE TABLE orchestrations (
        id TEXT PRIMARY KEY,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        job_id TEXT,
        goal TEXT NOT NULL,
        web_question TEXT,
        status TEXT NOT NULL,
        planned_by TEXT,
        replans INTEGER NOT NULL DEFAULT 0,
        warnings TEXT NOT NULL DEFAULT '[]',
        answer TEXT NOT NULL DEFAULT '',
        sources TEXT NOT NULL DEFAULT '[]',
        dropped_citations INTEGER NOT NULL DEFAULT 0,
        engine_kind TEXT,
        engine_label TEXT,
        error TEXT,
        thesis_id TEXT,
        kept_item_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        created_at INTEGER NOT NULL,
        finished_at INTEGER
      ) STRICT;

CREATE TABLE reflection_citations (
        finding_id TEXT NOT NULL REFERENCES reflection_findings(id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        quote TEXT,
        PRIMARY KEY (finding_id, position)
      ) STRICT, WITHOUT ROWID;

CREATE TABLE reflection_findings (
        id TEXT PRIMARY KEY,
        reflection_id TEXT NOT NULL REFERENCES reflections(id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        kind TEXT NOT NULL,
        title TEXT NOT NULL,
        text TEXT NOT NULL,
        question TEXT,
        state TEXT NOT NULL,
        captured_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        before_id TEXT,
        superseded INTEGER NOT NULL DEFAULT 0,
        created_at INTEGER NOT NULL
      ) STRICT;

CREATE TABLE reflection_items (
        reflection_id TEXT NOT NULL REFERENCES reflections(id) ON DELETE CASCADE,
        n INTEGER NOT NULL,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        PRIMARY KEY (reflection_id, n)
      ) STRICT, WITHOUT ROWID;

CREATE TABLE reflections (
        id TEXT PRIMARY KEY,
        report_id TEXT REFERENCES items(id) ON DELETE CASCADE,
        job_id TEXT,
        state TEXT NOT NULL,
        asked INTEGER NOT NULL,
        hide_private INTEGER NOT NULL,
        private INTEGER NOT NULL DEFAULT 0,
        since INTEGER,
        since_private INTEGER,
        until INTEGER,
        item_count INTEGER NOT NULL DEFAULT 0,
        over_count INTEGER NOT NULL DEFAULT 0,
        private_count INTEGER NOT NULL DEFAULT 0,
        engine_kind TEXT,
        engine_label TEXT,
        narrative TEXT NOT NULL DEFAULT '',
        previous_id TEXT,
        dropped INTEGER NOT NULL DEFAULT 0,
        note TEXT NOT NULL DEFAULT '',
        error TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;

CREATE TABLE research_runs (
        id TEXT PRIMARY KEY,
        item_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        report_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        owner_id TEXT REFERENCES items(id) ON DELETE CASCADE,
        job_id TEXT,
        question TEXT NOT NULL,
        private INTEGER NOT NULL,
        state TEXT NOT NULL,
        search_engine TEXT NOT NULL,
        engine_kind TEXT,
        engine_label TEXT,
        queries TEXT NOT NULL DEFAULT '[]',
        pages TEXT NOT NULL DEFAULT '[]',
        unsupported TEXT NOT NULL DEFAULT '[]',
        dropped_citations INTEGER NOT NULL DEFAULT 0,
        error TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;

CREATE TABLE research_sources (
        run_id TEXT NOT NULL REFERENCES research_runs(id) ON DELETE CASCADE,
        n INTEGER NOT NULL,
        url TEXT NOT NULL,
        title TEXT NOT NULL,
        host TEXT NOT NULL,
        fetched_at INTEGER NOT NULL,
        passages TEXT NOT NULL,
        PRIMARY KEY (run_id, n)
      ) STRICT, WITHOUT ROWID;

CREATE TABLE review_put_offs (key TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE schedule_runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        schedule_id TEXT NOT NULL REFERENCES schedules(id) ON DELETE CASCADE,
        slot TEXT,
        slot_at INTEGER,
        job_id TEXT,
        planned_at INTEGER NOT NULL,
        started_at INTEGER,
        ended_at INTEGER,
        outcome TEXT,
        note TEXT,
        item_id TEXT
      ) STRICT;

CREATE TABLE schedules (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        rule TEXT NOT NULL,
        question TEXT NOT NULL,
        enabled INTEGER NOT NULL,
        settled_until INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;

CREATE TABLE "search_documents" (
        document INTEGER PRIMARY KEY,
        item_id TEXT NOT NULL,
        attachment_id TEXT UNIQUE,
        heading TEXT NOT NULL,
        length INTEGER NOT NULL,
        indexed INTEGER NOT NULL,
        revision INTEGER NOT NULL DEFAULT 0
      ) STRICT;

CREATE TABLE search_engines (
        id TEXT PRIMARY KEY,
        api_key TEXT NOT NULL,
        address TEXT NOT NULL
      ) STRICT;

CREATE VIRTUAL TABLE search_parts USING fts5 (
        parts,
        content = '', contentless_delete = 1, detail = none,
        tokenize = 'trigram case_sensitive 1'
      );

CREATE TABLE 'search_parts_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'search_parts_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'search_parts_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);

CREATE TABLE 'search_parts_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE VIRTUAL TABLE search_words USING fts5 (
        title, tags, body,
        content = '', contentless_delete = 1,
        tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M* Co'"
      );

CREATE TABLE 'search_words_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'search_words_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'search_words_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);

CREATE TABLE 'search_words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE tag_headings (item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE) STRICT, WITHOUT ROWID;

CREATE TABLE tag_moves (
        from_id INTEGER PRIMARY KEY REFERENCES tags(id) ON DELETE CASCADE,
        into_id INTEGER REFERENCES tags(id) ON DELETE SET NULL
      ) STRICT;

CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, used_at INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE tags_apart (first TEXT NOT NULL, second TEXT NOT NULL, PRIMARY KEY (first, second)) STRICT, WITHOUT ROWID;

CREATE TABLE telegram (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        enabled INTEGER NOT NULL,
        token TEXT NOT NULL,
        base_address TEXT NOT NULL,
        answers INTEGER NOT NULL,
        stays_here INTEGER NOT NULL,
        bot_id TEXT NOT NULL,
        bot_name TEXT NOT NULL,
        bot_username TEXT NOT NULL,
        last_update INTEGER NOT NULL,
        last_update_at INTEGER NOT NULL
      ) STRICT;

CREATE TABLE telegram_chats (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        allowed INTEGER NOT NULL,
        last_at INTEGER,
        answered_at INTEGER
      ) STRICT;

CREATE TABLE telegram_files (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        bot_id TEXT NOT NULL,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        file_id TEXT NOT NULL,
        name TEXT NOT NULL,
        tries INTEGER NOT NULL,
        next_at INTEGER NOT NULL,
        failure TEXT
      ) STRICT;

CREATE TABLE telegram_messages (
        bot_id TEXT NOT NULL,
        chat_id TEXT NOT NULL,
        message_id INTEGER NOT NULL,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        album TEXT,
        content_hash TEXT NOT NULL,
        saved_at INTEGER NOT NULL,
        PRIMARY KEY (bot_id, chat_id, message_id)
      ) STRICT;

CREATE TABLE theses (
        id TEXT PRIMARY KEY,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        status TEXT NOT NULL,
        engine_kind TEXT,
        engine_label TEXT,
        expansion TEXT NOT NULL DEFAULT '',
        counterpoint TEXT NOT NULL DEFAULT '',
        output TEXT,
        settled TEXT NOT NULL DEFAULT '[]',
        error TEXT,
        expand_job TEXT,
        counterpoint_job TEXT,
        synthesize_job TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;

CREATE TABLE thesis_clashes (
        thesis_id TEXT NOT NULL REFERENCES theses(id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        other_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        PRIMARY KEY (thesis_id, position)
      ) STRICT, WITHOUT ROWID;

CREATE TABLE thesis_marks (
        item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE,
        thesis_id TEXT NOT NULL REFERENCES theses(id) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        open_gates INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

CREATE TABLE usage (
        day TEXT NOT NULL,
        endpoint TEXT NOT NULL,
        model TEXT NOT NULL,
        role TEXT NOT NULL,
        job_type TEXT NOT NULL,
        calls INTEGER NOT NULL,
        prompt_tokens INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL,
        estimated_calls INTEGER NOT NULL,
        PRIMARY KEY (day, endpoint, model, role, job_type)
      ) STRICT, WITHOUT ROWID;

CREATE TABLE vectors (
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        chunk INTEGER NOT NULL,
        model_id TEXT NOT NULL,
        dimensions INTEGER NOT NULL,
        content_hash TEXT NOT NULL,
        vector BLOB NOT NULL,
        PRIMARY KEY (item_id, model_id, chunk)
      ) STRICT;

CREATE TABLE version_chunks (
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        hash BLOB NOT NULL,
        data BLOB NOT NULL,
        PRIMARY KEY (item_id, hash)
      ) STRICT;

CREATE TABLE version_parts (
        item_id TEXT NOT NULL,
        at INTEGER NOT NULL,
        part INTEGER NOT NULL,
        bytes BLOB NOT NULL,
        PRIMARY KEY (item_id, at, part),
        FOREIGN KEY (item_id, at) REFERENCES item_versions (item_id, at) ON DELETE CASCADE
      ) STRICT;

CREATE TABLE wikilinks (
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        folded TEXT NOT NULL,
        base TEXT NOT NULL,
        target_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        heading TEXT NOT NULL DEFAULT '',
        present INTEGER NOT NULL,
        position INTEGER NOT NULL,
        mention TEXT NOT NULL,
        mark_start INTEGER NOT NULL,
        mark_end INTEGER NOT NULL,
        PRIMARY KEY (item_id, name)
      ) STRICT, WITHOUT ROWID;

CREATE TABLE wikilinks_unread (item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE) STRICT, WITHOUT ROWID;

CREATE TRIGGER jobs_count_delete AFTER DELETE ON jobs BEGIN
        UPDATE meta SET value = value - 1 WHERE key = 'jobs_' || OLD.status;
      END;

CREATE TRIGGER jobs_count_insert AFTER INSERT ON jobs BEGIN
        UPDATE meta SET value = value + 1 WHERE key = 'jobs_' || NEW.status;
      END;

CREATE TRIGGER jobs_count_update AFTER UPDATE OF status ON jobs WHEN OLD.status <> NEW.status BEGIN
        UPDATE meta SET value = value - 1 WHERE key = 'jobs_' || OLD.status;
        UPDATE meta SET value = value + 1 WHERE key = 'jobs_' || NEW.status;
      END;

CREATE TRIGGER theses_marked_insert AFTER INSERT ON theses WHEN NEW.output IS NOT NULL BEGIN 
  DELETE FROM thesis_marks WHERE item_id = NEW.item_id;
  DELETE FROM thesis_clashes WHERE item_id = NEW.item_id;
  
  INSERT INTO thesis_marks (item_id, thesis_id, at, open_gates)
    SELECT t.item_id, t.id, t.created_at,
      (SELECT COUNT(*) FROM json_each(t.output, '$.gates') g WHERE json_extract(g.value, '$.status') = 'open')
    FROM theses t WHERE t.id = (SELECT n.id FROM theses n WHERE n.item_id = NEW.item_id AND n.output IS NOT NULL ORDER BY n.created_at DESC, n.id DESC LIMIT 1);
  INSERT INTO thesis_clashes (thesis_id, position, item_id, other_id, at)
    SELECT t.id, c.key, t.item_id, o.id, t.created_at
    FROM theses t JOIN json_each(t.output, '$.contradictions') c JOIN items o ON o.id = json_extract(c.value, '$.itemId')
    WHERE t.id = (SELECT n.id FROM theses n WHERE n.item_id = NEW.item_id AND n.output IS NOT NULL ORDER BY n.created_at DESC, n.id DESC LIMIT 1) AND o.id <> t.item_id AND c.key NOT IN (SELECT s.value FROM json_each(t.settled) s); END;

CREATE TRIGGER theses_marked_update AFTER UPDATE OF output, settled ON theses WHEN NEW.output IS NOT NULL BEGIN 
  DELETE FROM thesis_marks WHERE item_id = NEW.item_id;
  DELETE FROM thesis_clashes WHERE item_id = NEW.item_id;
  
  INSERT INTO thesis_marks (item_id, thesis_id, at, open_gates)
    SELECT t.item_id, t.id, t.created_at,
      (SELECT COUNT(*) FROM json_each(t.output, '$.gates') g WHERE json_extract(g.value, '$.status') = 'open')
    FROM theses t WHERE t.id = (SELECT n.id FROM theses n WHERE n.item_id = NEW.item_id AND n.output IS NOT NULL ORDER BY n.created_at DESC, n.id DESC LIMIT 1);
  INSERT INTO thesis_clashes (thesis_id, position, item_id, other_id, at)
    SELECT t.id, c.key, t.item_id, o.id, t.created_at
    FROM theses t JOIN json_each(t.output, '$.contradictions') c JOIN items o ON o.id = json_extract(c.value, '$.itemId')
    WHERE t.id = (SELECT n.id FROM theses n WHERE n.item_id = NEW.item_id AND n.output IS NOT NULL ORDER BY n.created_at DESC, n.id DESC LIMIT 1) AND o.id <> t.item_id AND c.key NOT IN (SELECT s.value FROM json_each(t.settled) s); END;
