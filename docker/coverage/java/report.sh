# shellcheck shell=bash
report=$1
unset JAVA_TOOL_OPTIONS
# Variants of a class for newer Java versions would be the same class twice.
while IFS= read -r -d '' classes; do
  cp -r --parents "$classes" /tmp/refbench-coverage
done < <(find . -type d \( -path '*/target/classes' -o -path '*/build/classes/*/main' \) -prune -print0)
find /tmp/refbench-coverage -type d -path '*/META-INF/versions' -prune -exec rm -rf {} +
folders=()
while IFS= read -r -d '' classes; do folders+=(--classfiles "$classes"); done < <(
  find /tmp/refbench-coverage -type d \( -path '*/target/classes' -o -path '*/build/classes/*/main' \) -prune -print0
)
java -jar /opt/coverage/org.jacoco.cli-nodeps.jar report /tmp/refbench-coverage/data.exec "${folders[@]}" --xml "$report"
