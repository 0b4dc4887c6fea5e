-- Searching for a part of a name or number without reading every row.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
