//! The page of each code, as it stands in `docs/diagnostics/`.

use super::Code;

macro_rules! pages {
    ($($code:literal)*) => {
        /// Codes and their pages, in alphabetical order.
        const PAGES: &[(&str, &str)] =
            &[$(($code, include_str!(concat!("../../docs/diagnostics/", $code, ".md"))),)*];
    };
}

pages! {
    "A001" "A002" "A003" "A004" "A005" "A006" "A007" "A008" "A009" "A010" "A011" "A012" "A013" "A014" "A015"
    "A016" "B001" "B002" "B003" "B004" "B005" "B006" "B007" "B008" "C001" "C002" "C003" "C004" "C005" "C006" "C007"
    "C008" "D001" "D002" "D003" "D004" "D005" "D006" "G001" "G002" "G003" "G004" "G005" "G006" "G007" "G008"
    "G009" "G010" "G011" "H001" "H002" "H003" "H004" "J001" "J002" "J003" "J004" "J005" "J006" "J007" "J008"
    "J009" "J010" "J011" "J012" "J013" "J014" "J015" "J016" "J017" "J018" "J019" "J020" "J021" "J022" "J023"
    "L001" "L002" "L003" "L004" "L005" "M001" "M002" "M003" "M004" "M005" "M006" "M007" "N001" "N002" "N003"
    "N004" "N005" "N006" "N007" "N008" "N009" "N010" "N011" "N012" "N013" "N014" "O001" "O002" "O003" "O004"
    "O005" "O006" "O007" "O008" "O009" "O010" "O011" "O012" "O013" "O014" "O015" "O016" "O017" "O018" "O019"
    "O020" "O021" "O022" "P001" "P002" "P003" "P004" "P005" "P006" "P007" "P008" "R001" "R002" "R003" "R004"
    "R005" "R006" "R007" "R008" "S001" "S002" "S003" "S004" "S005" "S006" "S007" "S008" "S009" "S010" "S011"
    "S012" "S013" "S014" "S015" "S016" "S017" "S018" "S019" "S020" "T001" "T002" "T003" "T004" "T005" "T006"
    "T007" "T008" "V001" "V002" "V003" "V004" "V005" "V006" "V007" "V008" "X001" "X002" "X003" "X004"
}

impl Code {
    /// Its page in Markdown: what it means, why it matters, an example, and what to do.
    pub fn page(self) -> &'static str {
        let code = self.to_string();
        let found = PAGES.binary_search_by_key(&code.as_str(), |(known, _)| known);
        // A test holds the list against the catalogue.
        found.ok().and_then(|at| PAGES.get(at)).map_or("", |(_, page)| page)
    }
}
